import { type Command, CommanderError } from "commander";
import { CommandError, type ExitCode, exitCode } from "./exit-code";
import { createProgram } from "./program";

/**
 * Runs the `appstead` command.
 *
 * @param argv arguments after the program's name
 * @returns what the process is to end with
 */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  const program: Command = createProgram();
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode.ok;
  } catch (error) {
    // Its text, or the help or version that was asked for, is printed already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
    process.stderr.write(`appstead: ${describe(error)}\n`);
    return error instanceof CommandError ? error.exitCode : exitCode.failure;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
