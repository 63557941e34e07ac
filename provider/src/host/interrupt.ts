import { fstatSync } from "node:fs";
import type { GroupCommit } from "../commit/group-commit";

/** The engine kills a process that has not ended this long after its signal; be done before. */
const patienceMs = 4_000;

/**
 * Throws our open drafts away when the process is told to stop. The engine sends SIGINT at the end of every operation,
 * so without an open draft the process must end at once. It also ends when the engine is gone without a word.
 */
export function discardDraftsOnInterrupt(coordinators: () => readonly GroupCommit[]): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const open = coordinators().filter(coordinator => coordinator.hasDraft);
    if (open.length === 0) process.exit(0);
    setTimeout(() => process.exit(1), patienceMs);
    void Promise.all(open.map(coordinator => coordinator.interrupt())).then(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  if (isHostOfResources()) onEndOfEngine(stop);
}

/** Whether this is the process that an engine has started for dynamic resources. */
function isHostOfResources(): boolean {
  return /[\\/]dynamic-provider([\\/]|$)/.test(process.argv[1] ?? "");
}

/**
 * Calls back when the engine is gone. It holds the other end of our standard input and never writes to it, so the end
 * of that is the end of the engine; the parent's id says nothing, because a shell stands in between.
 */
function onEndOfEngine(callback: () => void): void {
  const input = fstatSync(0);
  if (!input.isFIFO() && !input.isSocket()) return;
  // Nobody reads any more what we have to say.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  process.stdin.once("close", callback).resume();
}
