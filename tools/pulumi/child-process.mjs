import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { isInterrupted, onInterrupt, untilExit } from "./interrupts.mjs";

/** How long an ended group may take before it is killed. */
const killDelayMs = 5000;
/** How much of the end of a failed command's output is kept for its error, unless told otherwise. */
const defaultKeptLines = 30;

/**
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [onLine] called with every line of standard output and standard error
 * @property {number} [keptLines] how many of the last lines a failure's error has; default: 30
 * @property {number} [timeoutMs] ends the command's whole group after that time; default: never
 */

/** A command that could not be started, or that failed. */
export class CommandError extends Error {
  /** @param {string} message @param {string} output the last lines that the command wrote */
  constructor(message, output) {
    super(output === "" ? message : `${message}\n${output}`);
    this.name = "CommandError";
    this.output = output;
  }
}

/**
 * Runs a command to its end in a process group of its own, which is ended as a whole when we are interrupted or the
 * time is over.
 * @param {string} command
 * @param {string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<string>} its standard output
 * @throws {CommandError} when it cannot be started, fails or takes too long
 */
export async function runCommand(
  command,
  args,
  { cwd, env, onLine, timeoutMs, keptLines = defaultKeptLines } = {},
) {
  if (isInterrupted()) await untilExit();
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  /** @type {string[]} */
  const stdout = [];
  /** @type {string[]} */
  const tail = [];
  /** @param {import("node:stream").Readable} stream @param {(line: string) => void} [also] */
  const follow = (stream, also) =>
    createInterface({ input: stream }).on("line", line => {
      also?.(line);
      tail.push(line);
      if (tail.length > keptLines) tail.shift();
      onLine?.(line);
    });
  follow(child.stdout, line => stdout.push(line));
  follow(child.stderr);

  const ended = exitOf(child);
  const forget = onInterrupt(() => endGroup(child, ended));
  let timedOut = false;
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          void endGroup(child, ended);
        }, timeoutMs);
  const result = await ended;
  clearTimeout(timer);
  if (isInterrupted()) await untilExit();
  forget();

  const name = [command, ...args].join(" ");
  if (timedOut)
    throw new CommandError(`${name} took longer than ${(timeoutMs ?? 0) / 1000} s`, tail.join("\n"));
  if (result.error) throw new CommandError(`${name} could not be started: ${result.error.message}`, "");
  if (result.code !== 0)
    throw new CommandError(
      `${name} failed with ${result.signal ?? `exit code ${result.code}`}`,
      tail.join("\n"),
    );
  return stdout.join("\n");
}

/**
 * Settles when the process is gone and its output is read.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<{code: number | null, signal: NodeJS.Signals | null, error?: Error}>}
 */
export function exitOf(child) {
  return new Promise(resolve => {
    child.once("error", error => resolve({ code: null, signal: null, error }));
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
}

/**
 * Ends a detached child with everything that it started in its group.
 * @param {import("node:child_process").ChildProcess} child
 * @param {Promise<unknown>} ended
 * @param {NodeJS.Signals} [signal]
 */
export async function endGroup(child, ended, signal = "SIGTERM") {
  signalGroup(child, signal);
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), killDelayMs);
  await ended;
  clearTimeout(timer);
}

/**
 * @param {import("node:child_process").ChildProcess} child started with `detached: true`
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch (error) {
    if (!isErrorCode(error, "ESRCH")) throw error;
  }
}

/**
 * Whether a process with that id exists, whoever owns it.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isErrorCode(error, "ESRCH");
  }
}

/** @param {unknown} error @param {string} code */
export function isErrorCode(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
