import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process of this machine. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Processes that were started by a process, directly or not. */
export function descendantsOf(pid: number): ProcessEntry[] {
  const all = process.platform === "linux" ? linuxProcesses() : psProcesses();
  const below = (parent: number): ProcessEntry[] =>
    all.filter(entry => entry.parent === parent).flatMap(entry => [entry, ...below(entry.pid)]);
  return below(pid);
}

/** The process in which the engine runs our provider. */
export function providerProcessOf(enginePid: number): number {
  const found = descendantsOf(enginePid).filter(({ command }) => isProvider(command));
  const [only] = found;
  if (!only) throw new Error("the engine runs no dynamic provider");
  return only.pid;
}

/** Waits until none of these processes is there; those that stay. */
export async function remainingOf(entries: readonly ProcessEntry[], patienceMs: number): Promise<string[]> {
  for (let waitedMs = 0; waitedMs < patienceMs && entries.some(isThere); waitedMs += 50) {
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return entries.filter(isThere).map(({ pid, command }) => `${pid} ${command}`);
}

function isThere({ pid, command }: ProcessEntry): boolean {
  try {
    process.kill(pid, 0);
    // A process that nobody has waited for yet is gone all the same; so is one whose number is used again.
    return process.platform !== "linux" || commandOf(String(pid)) === command;
  } catch {
    return false;
  }
}

// The shell that starts the plugin names the script as well, but in a variable.
function isProvider(command: string): boolean {
  return /^\S*node\b/.test(command) && command.includes("dynamic-provider");
}

function linuxProcesses(): ProcessEntry[] {
  return readdirSync("/proc")
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        return [{ pid: Number(name), parent, command: commandOf(name) }];
      } catch {
        return [];
      }
    });
}

function commandOf(pid: string): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
}

function psProcesses(): ProcessEntry[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap(line => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && parent ? [{ pid: Number(pid), parent: Number(parent), command: command ?? "" }] : [];
  });
}
