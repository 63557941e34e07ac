import { existsSync, readdirSync, readFileSync } from "node:fs";
import { runCommand } from "../../tools/pulumi/child-process.mjs";

/**
 * The processes whose command line contains a text.
 * @param {string} text
 * @returns {Promise<number[] | undefined>} undefined when the system does not tell
 */
export async function processesWith(text) {
  try {
    const lines = existsSync("/proc/self/cmdline")
      ? readdirSync("/proc").map(readProc)
      : (await runCommand("ps", ["-axww", "-o", "pid=,command="])).split("\n");
    return lines.filter(line => line.includes(text)).map(line => Number.parseInt(line, 10));
  } catch {
    return undefined;
  }
}

/** A line as `ps` prints it; empty for what is no process, or none any more. @param {string} name */
function readProc(name) {
  if (!/^\d+$/.test(name)) return "";
  try {
    return `${name} ${readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ")}`;
  } catch {
    return "";
  }
}
