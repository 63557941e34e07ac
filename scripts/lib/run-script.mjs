import { isAtLeast } from "../../tools/pulumi/engine-on-path.mjs";
import { isInterrupted } from "../../tools/pulumi/interrupts.mjs";

/**
 * Progress goes to standard error, so that standard output has only results.
 * @param {string} line
 */
export function log(line) {
  process.stderr.write(`${line}\n`);
}

/** What a script ends with when the reason is already on the screen. */
export class ReportedError extends Error {
  /** @param {number} exitCode */
  constructor(exitCode) {
    super(`exit code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

const minimumNode = "20.19.0";

/**
 * Runs a script; its errors are shown by their message.
 * @param {() => Promise<void>} main
 */
export function runScript(main) {
  if (!isAtLeast(process.versions.node, minimumNode)) {
    log(`error: Node ${process.versions.node} is too old; install Node ${minimumNode} or newer`);
    process.exit(1);
  }
  main().catch(error => {
    // The interrupt itself ends the process, after everything is undone.
    if (isInterrupted()) return;
    if (error instanceof ReportedError) process.exit(error.exitCode);
    log(`\nerror: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  });
}
