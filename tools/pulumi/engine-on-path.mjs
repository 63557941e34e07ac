import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, join, resolve, sep } from "node:path";
import { runCommand } from "./child-process.mjs";

/** The oldest Pulumi that runs our programs and policy packs. */
export const minimumVersion = "3.220.0";

const suffix = process.platform === "win32" ? ".exe" : "";

/** The name of an executable file on this platform. @param {string} name */
export const executable = name => name + suffix;

/**
 * Looks for an installed Pulumi with its Node language host.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} cacheDir our own cache, which is not looked at here
 * @returns {Promise<{binDir: string, version: string} | {reason: string}>}
 */
export async function findEngineOnPath(env, cacheDir) {
  const binDir = findFolder("pulumi", env, cacheDir);
  if (binDir === undefined) return { reason: "no pulumi on PATH" };
  const command = join(binDir, executable("pulumi"));
  const host = findFolder("pulumi-language-nodejs", { PATH: `${binDir}${delimiter}${env.PATH}` }, cacheDir);
  if (host === undefined) return { reason: `${command} has no pulumi-language-nodejs beside it or on PATH` };
  const printed = await runCommand(command, ["version"], { env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "1" } });
  const version = printed.trim().replace(/^v/, "");
  if (!isAtLeast(version, minimumVersion))
    return { reason: `${command} is version ${version}, at least ${minimumVersion} is needed` };
  return { binDir, version };
}

/**
 * The folder of PATH that has an executable.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [except] a folder whose subfolders do not count
 */
export function findFolder(name, env, except) {
  const excluded = except === undefined ? undefined : real(except) + sep;
  for (const entry of (env.PATH ?? "").split(delimiter)) {
    const folder = resolve(entry === "" ? "." : entry);
    if (excluded !== undefined && (real(folder) + sep).startsWith(excluded)) continue;
    try {
      accessSync(join(folder, executable(name)), constants.X_OK);
      return folder;
    } catch {
      // Not in this folder: the next may have it.
    }
  }
  return undefined;
}

/** @param {string} path */
function real(path) {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** @param {string} version @param {string} minimum */
export function isAtLeast(version, minimum) {
  const parts = version.split(/[.+-]/).map(Number);
  for (const [index, wanted] of minimum.split(".").map(Number).entries()) {
    const have = parts[index];
    if (have === undefined || Number.isNaN(have)) return false;
    if (have !== wanted) return have > wanted;
  }
  return true;
}
