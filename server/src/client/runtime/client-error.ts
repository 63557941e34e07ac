import { FunctionExecutionError } from "../../functions";
import { ApiError } from "../../http/api-error";

/** A failed call as the client is told of it and as the log keeps it. */
export interface ClientError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Console lines that the function wrote before it failed, and where it failed. */
  readonly messages: readonly string[];
  readonly shown: unknown;
}

/** Turns what a call threw into an answer; what is not the function's own failure stays hidden from the client. */
export function clientErrorOf(cause: unknown): ClientError {
  if (cause instanceof FunctionExecutionError && cause.code !== "InternalServerError") {
    if (cause.code === "InvalidArguments") return describe(invalidArguments(cause), []);
    const stack = cause.functionStack === "" ? [] : [cause.functionStack];
    return describe(new ApiError(cause.code, cause.message, { cause }), [...cause.logs, ...stack]);
  }
  if (cause instanceof ApiError) return describe(cause, []);
  return describe(new ApiError("InternalServerError", undefined, { cause }), []);
}

/** @param cause says what is wrong with the arguments of a call */
function invalidArguments(cause: Error): ApiError {
  return new ApiError("InvalidParameter", `invalid parameter 'arguments': ${cause.message}`, { cause });
}

function describe(shown: ApiError, messages: readonly string[]): ClientError {
  return { status: shown.status, code: shown.code, message: shown.message, messages, shown };
}
