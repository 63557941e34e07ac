import { CommandError } from "./child-process.mjs";
import { defaultCacheDir, engineFolder, publishEngine, readEngine } from "./engine-cache.mjs";
import { findEngineOnPath, minimumVersion } from "./engine-on-path.mjs";
import { withFileLock } from "./file-lock.mjs";
import { buildFromSource } from "./go-build.mjs";
import { installOfficialRelease } from "./official-release.mjs";
import { step } from "./progress.mjs";

/**
 * A way to get an engine.
 * @typedef {object} Acquisition
 * @property {string} source what the engine then is, as "official release"
 * @property {string} title what is being done, as "downloading Pulumi"
 * @property {(folder: string, env: NodeJS.ProcessEnv, detail: (text: string) => void) => Promise<void>} fill puts
 *   `pulumi` and `pulumi-language-nodejs` into `bin/` of the folder
 */

/** @type {Acquisition[]} */
const acquisitions = [
  { source: "official release", title: "downloading the Pulumi engine", fill: installOfficialRelease },
  {
    source: "build from source",
    title: "building the Pulumi engine from source (3 to 5 minutes, once)",
    fill: buildFromSource,
  },
];

/**
 * Finds a Pulumi engine, or gets one: from PATH, our cache, the official release, a build from source, in this order.
 * @param {object} [options]
 * @param {(line: string) => void} [options.log] told about long steps; default: nobody
 * @param {string} [options.cacheDir] default: APPSTEAD_CACHE_DIR, or `~/.cache/appstead`
 * @param {NodeJS.ProcessEnv} [options.env] default: this process's
 * @param {Acquisition[]} [options.acquire] ways to fill the cache; default: download, then build
 * @returns {Promise<{binDir: string, version: string, source: string}>} `binDir` belongs at the front of PATH
 * @throws {Error} one that says why each of the four ways failed
 */
export async function ensureEngine({
  log = () => {},
  env = process.env,
  cacheDir = defaultCacheDir(env),
  acquire = acquisitions,
} = {}) {
  const onPath = await findEngineOnPath(env, cacheDir).catch(error => ({ reason: messageOf(error) }));
  if (!("reason" in onPath)) return { ...onPath, source: "PATH" };
  const folder = engineFolder(cacheDir);
  const cached = readEngine(folder);
  if (cached !== undefined) return cached;

  /** @param {string} holder */
  const onWait = holder => log(`waiting for ${holder}, which is getting the Pulumi engine ...`);
  return withFileLock(`${folder}.lock`, { onWait }, async () => {
    const made = readEngine(folder);
    if (made !== undefined) return made;
    /** @type {string[]} */
    const failures = [];
    for (const { source, title, fill } of acquire) {
      try {
        await step(log, title, detail => publishEngine(folder, source, target => fill(target, env, detail)));
        const engine = readEngine(folder);
        if (engine !== undefined) return engine;
      } catch (error) {
        log(`  not possible: ${reasonOf(error)}`);
        failures.push(`${source}: ${detailOf(error).replaceAll("\n", "\n     ")}`);
      }
    }
    throw new Error(explain([`PATH: ${onPath.reason}`, `cache: no engine in ${folder}`, ...failures]));
  });
}

/** @param {string[]} failures */
function explain(failures) {
  return [
    "No Pulumi engine could be found or made:",
    ...failures.map((failure, index) => `  ${index + 1}. ${failure}`),
    `Do one of these: install Pulumi ${minimumVersion} or newer and put it on PATH, set APPSTEAD_CACHE_DIR to a folder`,
    "that has an engine, allow access to get.pulumi.com, or install Go 1.25 or newer with access to a Go module proxy.",
  ].join("\n");
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** A failed command's own words say more than its long command line. @param {unknown} error */
function detailOf(error) {
  return error instanceof CommandError && error.output !== "" ? error.output : messageOf(error);
}

/** The one line that matters: of a failed command, the last that it wrote. @param {unknown} error */
function reasonOf(error) {
  return detailOf(error)
    .split("\n")
    .findLast(line => line.trim() !== "");
}
