import type { CallFailure, CallLog, FunctionErrorCode } from "./protocol";

/** A function call failed: it threw, broke a limit, or never finished. */
export class FunctionExecutionError extends Error {
  override readonly name = "FunctionExecutionError";
  /** `ExecutionTimeLimitExceeded` when it was stopped for time, else what kind of failure it was. */
  readonly code: FunctionErrorCode;
  /** The name of the error that the function threw; empty when it threw something else. */
  readonly errorName: string;
  /** Frames of the app's own functions, one a line. */
  readonly functionStack: string;
  readonly logs: string[];
  readonly errorLogs: string[];
  readonly executionTimeMs: number;

  constructor(failure: CallFailure, log: CallLog, executionTimeMs: number) {
    super(failure.message);
    this.code = failure.code;
    this.errorName = failure.name;
    this.functionStack = failure.stack;
    this.logs = log.logs;
    this.errorLogs = log.errorLogs;
    this.executionTimeMs = executionTimeMs;
  }
}
