const maxPending = 1000;
let pending = 0;

/** Counts what a call waits for: timers and host calls. */
export const pendingWork = {
  /** Throws when the call already waits for 1000 things. */
  add(): void {
    if (pending >= maxPending) throw new Error(`exceeded max async work queue size of ${maxPending}`);
    pending += 1;
  },
  remove(): void {
    pending -= 1;
  },
};
