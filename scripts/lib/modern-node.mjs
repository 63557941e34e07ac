import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { nodeModules } from "./paths.mjs";

/** The Node that the service, the tests and Pulumi programs run on; these scripts themselves run on 20.19 and newer. */
const minimumNode = 24;

/**
 * The program of a new enough Node: the one that runs us, or the one from npm.
 * @returns {string}
 * @throws {Error} when there is neither
 */
export function findModernNode() {
  if (Number(process.versions.node.split(".")[0]) >= minimumNode) return process.execPath;
  const installed = join(nodeModules, ".bin", process.platform === "win32" ? "node.cmd" : "node");
  if (existsSync(installed)) return realpathSync(installed);
  throw new Error(
    `Node ${process.versions.node} is too old for the service, and npm has no Node ${minimumNode} for ` +
      `${process.platform}-${process.arch}. Install Node ${minimumNode} or newer and run this again.`,
  );
}
