import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../tools/pulumi/child-process.mjs";
import { step } from "../../tools/pulumi/progress.mjs";
import { nodeModules, root } from "./paths.mjs";

const lockfile = join(root, "package-lock.json");
/** npm's own note of what it has installed; it is written last, so after an installation that was cut short it is missing. */
const npmNote = join(nodeModules, ".package-lock.json");
/** Our note of the lockfile that was installed last. Installing removes it first, with everything in the folder. */
const stamp = join(nodeModules, ".appstead-lockfile");

/** @typedef {{version?: string, integrity?: string, optional?: boolean, devOptional?: boolean}} LockedPackage */

/**
 * Installs the packages of the lockfile unless exactly these are installed.
 * @param {(line: string) => void} log
 */
export async function ensureDependencies(log) {
  if (isInstalled()) return;
  // Under `npm run`, the npm that runs us; otherwise the one on PATH.
  const npmProgram = process.env.npm_execpath;
  const [command, args] = npmProgram?.endsWith(".js") ? [process.execPath, [npmProgram]] : ["npm", []];
  await step(log, "installing packages (npm ci)", () =>
    runCommand(command, [...args, "ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root }),
  );
  writeFileSync(stamp, lockfileHash());
}

function lockfileHash() {
  return createHash("sha256").update(readFileSync(lockfile)).digest("hex");
}

/** Whether the lockfile is what is installed, by `npm ci` or, after `npm install some-package`, as far as npm's note tells. */
function isInstalled() {
  if (!existsSync(npmNote)) return false;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockfileHash()) return true;
  const wanted = packagesOf(lockfile);
  const installed = packagesOf(npmNote);
  return Object.entries(wanted).every(([path, locked]) => {
    if (!path.includes("node_modules/")) return true;
    const found = installed[path];
    // Optional packages for other platforms are in the lockfile only.
    if (found === undefined) return locked.optional === true || locked.devOptional === true;
    return found.version === locked.version && found.integrity === locked.integrity;
  });
}

/** @param {string} path @returns {Record<string, LockedPackage>} */
function packagesOf(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
}
