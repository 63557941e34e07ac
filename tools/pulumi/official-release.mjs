import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./child-process.mjs";
import { engineVersion } from "./engine-cache.mjs";

const downloadTimeoutMs = 300_000;
const installScript = fileURLToPath(new URL("install-release.cjs", import.meta.url));

/**
 * Installs the official release, if it can be reached.
 * @param {string} folder gets `bin/`
 * @param {NodeJS.ProcessEnv} env
 */
export async function installOfficialRelease(folder, env) {
  const target = join(folder, "release");
  await runCommand(process.execPath, [installScript, target, engineVersion], {
    // Node's fetch heeds the proxy variables only when told to; curl, which the installer uses, always does.
    env: { ...env, NODE_USE_ENV_PROXY: "1", PULUMI_SKIP_UPDATE_CHECK: "1" },
    timeoutMs: downloadTimeoutMs,
  });
  cpSync(join(target, "bin"), join(folder, "bin"), { recursive: true });
  rmSync(target, { recursive: true, force: true });
}
