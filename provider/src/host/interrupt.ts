import type { GroupCommit } from "../commit/group-commit";

/** The engine kills a process that has not ended this long after its signal; be done before. */
const patienceMs = 4_000;

/**
 * Throws our open drafts away when the process is told to stop. The engine sends SIGINT at the end of every operation,
 * so without an open draft the process must end at once.
 */
export function discardDraftsOnInterrupt(coordinators: () => readonly GroupCommit[]): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      const open = coordinators().filter(coordinator => coordinator.hasDraft);
      if (open.length === 0) process.exit(0);
      setTimeout(() => process.exit(1), patienceMs);
      void Promise.all(open.map(coordinator => coordinator.interrupt())).then(() => process.exit(0));
    });
  }
}
