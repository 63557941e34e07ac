import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { endGroup, exitOf, isAlive, runCommand } from "../../tools/pulumi/child-process.mjs";
import { isInterrupted, onInterrupt, untilExit } from "../../tools/pulumi/interrupts.mjs";
import { parseEvents } from "./engine-events.mjs";
import { stackName } from "./environment.mjs";
import { files, root } from "./paths.mjs";
import { useColor } from "./terminal.mjs";

/** How often the user may interrupt before Pulumi is killed: first it finishes what is in flight, then it stops at once. */
const interruptsBeforeKill = 2;

/** The names of the stacks of the local backend that are ours. @returns {string[]} paths of their states */
function stackFiles() {
  const folder = join(files.backend, ".pulumi", "stacks");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap(project => {
    const path = join(folder, project, `${stackName}.json`);
    return existsSync(path) ? [path] : [];
  });
}

export function stackExists() {
  return stackFiles().length > 0;
}

/** Whether the stack's state has anything in it that has to be destroyed. */
export function stackHasResources() {
  return stackFiles().some(path => {
    const deployment = JSON.parse(readFileSync(path, "utf8")).checkpoint?.latest;
    return (deployment?.resources?.length ?? 0) > 0 || (deployment?.pending_operations?.length ?? 0) > 0;
  });
}

/** @param {NodeJS.ProcessEnv} env */
export async function ensureStack(env) {
  if (!stackExists())
    await runCommand("pulumi", ["stack", "init", stackName, "--non-interactive"], { cwd: root, env });
}

/**
 * Removes the locks that dead processes of this machine have left on the stack, so that the next command need not be
 * told to.
 */
export function removeStaleLocks() {
  const folder = join(files.backend, ".pulumi", "locks");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".json")) continue;
    const path = join(folder, name);
    const { pid, hostname: host } = JSON.parse(readFileSync(path, "utf8"));
    if (host === hostname() && typeof pid === "number" && !isAlive(pid)) {
      rmSync(path, { force: true });
      rmSync(`${path}.attrs`, { force: true });
    }
  }
}

/**
 * Runs `pulumi up` or `pulumi destroy` with its output on the terminal.
 * @param {string[]} args the command and its own options
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{exitCode: number, changes: import("./engine-events.mjs").Changes, outputs: Record<string, unknown>}>}
 */
export async function runUpdate(args, env) {
  rmSync(files.events, { force: true });
  removeStaleLocks();
  const color = useColor(process.stdout) ? "always" : "never";
  const all = [
    ...args,
    "--yes",
    "--non-interactive",
    "--skip-preview",
    "--color",
    color,
    "--event-log",
    files.events,
  ];
  // The event log is an option only for tools that look inside the engine.
  const exitCode = await runOnTerminal("pulumi", all, { ...env, PULUMI_DEBUG_COMMANDS: "true" });
  const events = existsSync(files.events) ? readFileSync(files.events, "utf8") : "";
  rmSync(files.events, { force: true });
  return { exitCode, ...parseEvents(events) };
}

/**
 * Runs a command with our standard output and standard error, in a session of its own: an interrupt reaches it once and
 * from us, so that Pulumi finishes and records what is in flight.
 * @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env
 */
async function runOnTerminal(command, args, env) {
  if (isInterrupted()) await untilExit();
  const child = spawn(command, args, {
    cwd: root,
    env,
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = exitOf(child);
  let interrupts = 0;
  const interrupt = () => {
    interrupts++;
    if (interrupts > interruptsBeforeKill) void endGroup(child, ended, "SIGKILL");
    else child.kill("SIGINT");
  };
  const forget = onInterrupt(async () => {
    process.stderr.write(
      "\nstopping Pulumi: it finishes what is in flight; interrupt again to stop at once ...\n",
    );
    interrupt();
    await ended;
  }, interrupt);
  const { code, error } = await ended;
  if (isInterrupted()) await untilExit();
  forget();
  if (error) throw new Error(`${command} could not be started: ${error.message}`);
  return code ?? 1;
}
