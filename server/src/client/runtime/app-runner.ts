import type { FunctionResult } from "../../functions";
import type { AppFunction } from "./app-objects";
import type { RunContext } from "./run-context";

/** What decisions about a call may do with the app: run its functions and read its values. */
export interface AppRunner {
  /**
   * Calls a function without asking whether the caller may.
   *
   * @param argumentsText Extended JSON of the array of arguments
   */
  run(context: RunContext, called: AppFunction, argumentsText: string): Promise<FunctionResult>;
  /** Runs a source text that is part of the app's configuration. */
  runSource(
    context: RunContext,
    source: Pick<AppFunction, "name" | "source">,
    argumentsText: string,
    asSystem: boolean,
  ): Promise<FunctionResult>;
  /** A value of the app; the text of the secret when it stands for one. */
  value(context: RunContext, name: string): Promise<unknown>;
}
