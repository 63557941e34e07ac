import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isAlive, isErrorCode } from "./child-process.mjs";
import { executable } from "./engine-on-path.mjs";
import { onInterrupt } from "./interrupts.mjs";

/** The version that is downloaded or built. */
export const engineVersion = "3.259.0";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const sdkFolder = join(root, "node_modules", "@pulumi", "pulumi");
/** The plugin behind dynamic resources is a script of the npm package, in both spellings. */
const dynamicProvider = ["pulumi-resource-pulumi-nodejs", "pulumi-resource-pulumi-nodejs.cmd"];
/** Written last, so that a folder without it is not an engine. */
const marker = "engine.json";

/**
 * Where engines are kept: APPSTEAD_CACHE_DIR, or `~/.cache/appstead`.
 * @param {NodeJS.ProcessEnv} env
 */
export function defaultCacheDir(env) {
  return (
    env.APPSTEAD_CACHE_DIR || join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), ".cache"), "appstead")
  );
}

/**
 * The folder of this checkout's engine: another version, platform or language host gets another one.
 * @param {string} cacheDir
 */
export function engineFolder(cacheDir) {
  const hash = createHash("sha256");
  for (const path of sources())
    hash
      .update(`${basename(path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  const key = hash.digest("hex").slice(0, 12);
  return join(cacheDir, `pulumi-${engineVersion}-${process.platform}-${process.arch}-${key}`);
}

function* sources() {
  yield join(here, "go.mod");
  yield join(here, "go.sum");
  const host = join(here, "language-host");
  for (const name of readdirSync(host).sort()) yield join(host, name);
  for (const name of dynamicProvider) {
    const path = join(sdkFolder, name);
    if (!existsSync(path))
      throw new Error(`${path} is missing, so dynamic resources cannot run; run \`npm ci\` to install it`);
    yield path;
  }
}

/**
 * The engine in a folder of the cache, if there is a complete one.
 * @param {string} folder
 * @returns {{binDir: string, version: string, source: string} | undefined}
 */
export function readEngine(folder) {
  const binDir = join(folder, "bin");
  const complete = [
    join(folder, marker),
    ...["pulumi", "pulumi-language-nodejs"].map(name => join(binDir, executable(name))),
  ];
  if (!complete.every(path => existsSync(path))) return undefined;
  const { version, source } = JSON.parse(readFileSync(join(folder, marker), "utf8"));
  return { binDir, version: String(version), source: String(source) };
}

/**
 * Fills a temporary folder beside `folder` and renames it, so that others see a whole engine or none. Call it while
 * holding the folder's lock.
 * @param {string} folder
 * @param {string} source what it is made from, kept for messages
 * @param {(folder: string) => Promise<void>} fill puts the executables into `bin/` of the folder that it is given
 */
export async function publishEngine(folder, source, fill) {
  removeLeftovers(folder);
  const temporary = `${folder}.tmp-${process.pid}-${randomBytes(4).toString("hex")}`;
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  const forget = onInterrupt(remove);
  try {
    mkdirSync(join(temporary, "bin"), { recursive: true });
    await fill(temporary);
    copyDynamicProvider(join(temporary, "bin"));
    writeFileSync(join(temporary, marker), `${JSON.stringify({ version: engineVersion, source })}\n`);
    if (readEngine(temporary) === undefined)
      throw new Error(`the ${source} did not bring pulumi and pulumi-language-nodejs`);
    replaceFolder(temporary, folder);
  } finally {
    remove();
    forget();
  }
}

/** @param {string} temporary @param {string} folder */
function replaceFolder(temporary, folder) {
  try {
    renameSync(temporary, folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].some(code => isErrorCode(error, code))) throw error;
    // Somebody else was faster, or a damaged engine is in the way.
    if (readEngine(folder) !== undefined) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  }
}

/** Removes what processes that were killed have left. @param {string} folder */
function removeLeftovers(folder) {
  const prefix = `${basename(folder)}.tmp-`;
  if (!existsSync(dirname(folder))) return;
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split("-")[0]);
    if (!isAlive(pid)) rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/** @param {string} binDir */
function copyDynamicProvider(binDir) {
  for (const name of dynamicProvider) {
    copyFileSync(join(sdkFolder, name), join(binDir, name));
    chmodSync(join(binDir, name), 0o755);
  }
}
