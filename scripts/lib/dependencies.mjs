import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../tools/pulumi/child-process.mjs";
import { step } from "../../tools/pulumi/progress.mjs";
import { nodeModules, root } from "./paths.mjs";

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
}

/**
 * Compares the lockfile with npm's own note of what it has installed, which npm writes last: after an installation that
 * was cut short there is none. So nothing is installed anew after `npm install some-package` either.
 */
export function isInstalled() {
  const note = join(nodeModules, ".package-lock.json");
  if (!existsSync(note)) return false;
  const wanted = packagesOf(join(root, "package-lock.json"));
  const installed = packagesOf(note);
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
