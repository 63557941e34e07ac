import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { endGroup, exitOf } from "../../tools/pulumi/child-process.mjs";
import { isInterrupted, untilExit } from "../../tools/pulumi/interrupts.mjs";
import { ownEnvironment } from "./environment.mjs";
import { cliProgram, files, root, stateFolder } from "./paths.mjs";

const startTimeoutMs = 60_000;
/** What `appstead serve` exits with when another process holds its data folder. */
const dataFolderHeld = 3;

/** What this checkout's service is started with, and known by. */
export const serviceArguments = [cliProgram, "serve", "--data", files.data];

/** The service ended before it was ready. */
export class ServiceExit extends Error {
  /** @param {string} message @param {string} output what it wrote to its log */
  constructor(message, output) {
    super(`${message}\n${output}`.trimEnd());
    this.name = "ServiceExit";
    this.output = output;
  }
}

/**
 * Starts the embedded service in the background and waits until it is ready.
 * @param {string} node the Node to run it on
 * @param {string} port "0" for any
 * @param {(pid: number) => void} onSpawn told the process id at once, so that it can be found if we are killed
 * @returns {Promise<{url: string}>}
 */
export async function startService(node, port, onSpawn) {
  if (isInterrupted()) await untilExit();
  mkdirSync(stateFolder, { recursive: true });
  const logStart = existsSync(files.serviceLog) ? statSync(files.serviceLog).size : 0;
  const logFile = openSync(files.serviceLog, "a", 0o600);
  const args = [...serviceArguments, "--port", port, "--json"];
  const env = ownEnvironment();
  const child = spawn(node, args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", logFile] });
  closeSync(logFile);
  const ended = exitOf(child);
  if (child.pid !== undefined) onSpawn(child.pid);

  /** @type {Promise<string>} */
  const firstLine = new Promise(resolve => {
    if (child.stdout) createInterface({ input: child.stdout }).once("line", resolve);
  });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const timeout = new Promise(resolve => {
    timer = setTimeout(resolve, startTimeoutMs);
  });
  const line = await Promise.race([firstLine, ended.then(() => undefined), timeout.then(() => undefined)]);
  clearTimeout(timer);
  if (typeof line !== "string") {
    if (child.exitCode === null && child.signalCode === null) await endGroup(child, ended);
    if (isInterrupted()) await untilExit();
    throw new ServiceExit(explain(child.exitCode), readFileSync(files.serviceLog, "utf8").slice(logStart));
  }
  child.stdout?.destroy();
  child.unref();
  const { url } = JSON.parse(line);
  return { url: String(url) };
}

/** @param {number | null} exitCode */
function explain(exitCode) {
  if (exitCode === dataFolderHeld)
    return `The service cannot start: another process holds ${files.data}. Stop that process, or remove the folder.`;
  return `The service did not get ready (${exitCode === null ? "it was ended" : `exit code ${exitCode}`}). Its log is ${files.serviceLog}:`;
}
