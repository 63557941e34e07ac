import { host } from "./host";
import { pendingWork } from "./pending-work";

interface Timer {
  callback: (...args: unknown[]) => void;
  args: unknown[];
  repeat: boolean;
}

const timers = new Map<number, Timer>();
let lastId = 0;

function start(repeat: boolean, callback: unknown, delayMs: unknown, args: unknown[]): number {
  if (typeof callback !== "function") throw new TypeError("a timer takes a function");
  pendingWork.add();
  const id = ++lastId;
  timers.set(id, { callback: callback as Timer["callback"], args, repeat });
  host.startTimer(id, Math.max(0, Number(delayMs) || 0), repeat ? 1 : 0);
  return id;
}

function stop(id: unknown): void {
  if (typeof id === "number" && timers.delete(id)) {
    pendingWork.remove();
    host.stopTimer(id);
  }
}

/** Runs the callback of a timer that has come due. */
export function fireTimer(id: number): void {
  const timer = timers.get(id);
  if (timer === undefined) return;
  if (!timer.repeat) {
    timers.delete(id);
    pendingWork.remove();
  }
  timer.callback(...timer.args);
}

export const timerGlobals = {
  setTimeout: (callback: unknown, delayMs?: unknown, ...args: unknown[]) =>
    start(false, callback, delayMs, args),
  setInterval: (callback: unknown, delayMs?: unknown, ...args: unknown[]) =>
    start(true, callback, delayMs, args),
  setImmediate: (callback: unknown, ...args: unknown[]) => start(false, callback, 0, args),
  clearTimeout: stop,
  clearInterval: stop,
  clearImmediate: stop,
};
