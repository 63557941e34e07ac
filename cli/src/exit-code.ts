/** What the process ends with. */
export const exitCode = {
  ok: 0,
  /** Anything that went wrong and is not below. */
  failure: 1,
  /** Wrong usage: an unknown command or option, a value that cannot be. */
  usage: 2,
  /** Another process holds the data folder. */
  dataFolderHeld: 3,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The user can mend it: its message is all that is shown. */
export class CommandError extends Error {
  override readonly name = "CommandError";

  constructor(
    message: string,
    readonly exitCode: ExitCode,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Wrong usage of a command. */
export function usageError(message: string): CommandError {
  return new CommandError(message, exitCode.usage);
}
