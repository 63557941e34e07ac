// What must be undone when a command is interrupted. Children run in process groups of their own, so the terminal's
// Ctrl-C reaches only this process, which ends them in order.

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** npm passes on a Ctrl-C that the terminal has already delivered; within this time a second one is taken for that. */
const echoMs = 1000;

/** @typedef {{cleanup: (signal: NodeJS.Signals) => Promise<void> | void, again?: () => void}} Undo */

/** @type {Set<Undo>} */
const undos = new Set();
/** @type {number | undefined} */
let interruptedAtMs;
let listening = false;

/** Whether a signal has arrived: nothing new may be started then. */
export function isInterrupted() {
  return interruptedAtMs !== undefined;
}

/** A promise that never settles: the process is about to exit. */
export function untilExit() {
  return new Promise(() => {});
}

/**
 * Registers what to undo on SIGINT, SIGTERM or SIGHUP; the last registered is undone first, then the process exits.
 * @param {Undo["cleanup"]} cleanup
 * @param {Undo["again"]} [again] called when the user interrupts once more
 * @returns {() => void} forgets it
 */
export function onInterrupt(cleanup, again) {
  listen();
  const undo = { cleanup, again };
  undos.add(undo);
  return () => undos.delete(undo);
}

function listen() {
  if (listening) return;
  listening = true;
  for (const signal of /** @type {(keyof typeof exitCodes)[]} */ (Object.keys(exitCodes)))
    process.on(signal, () => void interrupt(signal));
}

/** @param {keyof typeof exitCodes} signal */
async function interrupt(signal) {
  const nowMs = Date.now();
  if (interruptedAtMs !== undefined) {
    if (nowMs - interruptedAtMs < echoMs) return;
    for (const undo of undos) undo.again?.();
    return;
  }
  interruptedAtMs = nowMs;
  for (const undo of [...undos].reverse()) {
    try {
      await undo.cleanup(signal);
    } catch (error) {
      process.stderr.write(`while stopping: ${error instanceof Error ? error.message : error}\n`);
    }
  }
  process.exit(exitCodes[signal]);
}
