import { spawn } from "node:child_process";
import { endGroup, exitOf } from "../../tools/pulumi/child-process.mjs";
import { isInterrupted, onInterrupt, untilExit } from "../../tools/pulumi/interrupts.mjs";

/**
 * Runs a command with our standard error, and with our standard output unless told otherwise. It gets no input and is
 * ended with all that it has started when we are interrupted.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd: string, env: NodeJS.ProcessEnv, stdout?: "inherit" | "ignore"}} options
 * @returns {Promise<number>} its exit code
 */
export async function runForeground(command, args, { cwd, env, stdout = "inherit" }) {
  if (isInterrupted()) await untilExit();
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", stdout, "inherit"] });
  const ended = exitOf(child);
  const forget = onInterrupt(() => endGroup(child, ended));
  const { code, error } = await ended;
  if (isInterrupted()) await untilExit();
  forget();
  if (error) throw new Error(`${command} could not be started: ${error.message}`);
  return code ?? 1;
}
