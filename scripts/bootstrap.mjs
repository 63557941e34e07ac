import { fileURLToPath } from "node:url";
import { ensureEngine } from "../tools/pulumi/engine.mjs";
import { withFileLock } from "../tools/pulumi/file-lock.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { findModernNode } from "./lib/modern-node.mjs";
import { files } from "./lib/paths.mjs";
import { log, runScript } from "./lib/run-script.mjs";

/**
 * What a checkout needs before anything can run in it.
 * @typedef {object} Workspace
 * @property {{binDir: string, version: string, source: string}} engine
 * @property {string} node the program of a Node that is new enough for the service
 * @property {string} build a fingerprint of the compiled packages, empty if they were not asked for
 */

/**
 * Installs the packages, gets a Pulumi engine and compiles, each only if it is not done yet.
 * @param {{compile?: boolean}} [options] `compile: false` for what compiles by itself
 * @returns {Promise<Workspace>}
 */
export async function bootstrap({ compile = true } = {}) {
  /** @param {string} holder */
  const onWait = holder => log(`waiting for ${holder}, which is preparing this checkout ...`);
  return withFileLock(files.bootstrapLock, { onWait }, async () => {
    await ensureDependencies(log);
    const node = findModernNode();
    const engine = await ensureEngine({ log });
    const build = compile ? await ensureBuilt(log) : "";
    return { engine, node, build };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  runScript(async () => {
    const { engine } = await bootstrap();
    log(`ready: Pulumi ${engine.version} (${engine.source})`);
  });
