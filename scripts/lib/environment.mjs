import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isErrorCode } from "../../tools/pulumi/child-process.mjs";
import { files, nodeModules, stateFolder } from "./paths.mjs";

export const stackName = "dev";

/**
 * The folders that come first on PATH: the engine, the workspace's tools, a new enough Node.
 * @param {{engine: {binDir: string}, node: string}} workspace
 */
export function pathFolders({ engine, node }) {
  return [engine.binDir, join(nodeModules, ".bin"), dirname(node)];
}

/**
 * The variables with which any Pulumi command works on the local stack, without asking and without the network.
 * @returns {Record<string, string>}
 */
export function pulumiVariables() {
  ensurePassphrase();
  mkdirSync(files.backend, { recursive: true });
  return {
    PULUMI_HOME: files.pulumiHome,
    PULUMI_BACKEND_URL: pathToFileURL(files.backend).href,
    PULUMI_CONFIG_PASSPHRASE_FILE: files.passphrase,
    PULUMI_STACK: stackName,
    // Group commit gathers what is in flight at once; the engine's default is too small for that.
    PULUMI_PARALLEL: "256",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_SKIP_CONFIRMATIONS: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
    PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
    PULUMI_SUPPRESS_NEO_LINK: "true",
  };
}

/** Of this shell's variables those that mean another backend, stack or service than the local ones. */
export function foreignVariables() {
  return Object.keys(process.env).filter(
    name => /^(PULUMI|APPSTEAD)_/.test(name) && !/^APPSTEAD_(CACHE_DIR$|TEST_)/.test(name),
  );
}

/** This process's environment without them. @returns {NodeJS.ProcessEnv} */
export function ownEnvironment() {
  const foreign = new Set(foreignVariables());
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.has(name)));
}

/**
 * The variables with which the provider reaches the service.
 * @param {{url: string, groupId: string, publicKey: string, privateKey: string}} service
 * @returns {Record<string, string>}
 */
export function serviceVariables({ url, groupId, publicKey, privateKey }) {
  return {
    APPSTEAD_URL: url,
    APPSTEAD_GROUP_ID: groupId,
    APPSTEAD_PUBLIC_KEY: publicKey,
    APPSTEAD_PRIVATE_KEY: privateKey,
  };
}

/**
 * The whole environment of a Pulumi command.
 * @param {{engine: {binDir: string}, node: string}} workspace
 * @param {Parameters<typeof serviceVariables>[0] | undefined} service
 * @returns {NodeJS.ProcessEnv}
 */
export function commandEnvironment(workspace, service) {
  return {
    ...ownEnvironment(),
    ...pulumiVariables(),
    ...(service && serviceVariables(service)),
    // Every operation starts three Node processes that load the same modules.
    NODE_COMPILE_CACHE: files.compileCache,
    PATH: [...pathFolders(workspace), process.env.PATH ?? ""].join(delimiter),
  };
}

function ensurePassphrase() {
  if (existsSync(files.passphrase)) return;
  mkdirSync(stateFolder, { recursive: true });
  try {
    writeFileSync(files.passphrase, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!isErrorCode(error, "EEXIST")) throw error;
  }
}

/**
 * The environment of tests and benchmarks, which run stacks of their own: `APPSTEAD_PULUMI_BIN` is the engine's folder.
 * @param {{engine: {binDir: string}, node: string}} workspace
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(workspace) {
  return {
    ...ownEnvironment(),
    APPSTEAD_PULUMI_BIN: workspace.engine.binDir,
    PATH: [...pathFolders(workspace), process.env.PATH ?? ""].join(delimiter),
  };
}
