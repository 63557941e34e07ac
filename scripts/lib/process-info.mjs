import { existsSync, readFileSync } from "node:fs";
import { runCommand } from "../../tools/pulumi/child-process.mjs";

/**
 * The command line of a process.
 * @param {number} pid
 * @returns {Promise<string | undefined>} undefined when the system does not tell
 */
export async function commandLineOf(pid) {
  try {
    if (existsSync("/proc/self/cmdline"))
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return await runCommand("ps", ["-o", "command=", "-p", String(pid)]);
  } catch {
    return undefined;
  }
}
