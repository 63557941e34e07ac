import { EJSON } from "bson";
import type { FunctionResult } from "../../functions";
import { ApiError } from "../../http/api-error";

/** Answers that the service itself acts on are short; reading a long one would hold up everybody. */
const maxResultChars = 1024 * 1024;

/**
 * What a function returned, as BSON values.
 *
 * @throws ApiError `FunctionExecutionError` when it is longer than 1 MiB of Extended JSON, or is none
 */
export function readResult({ resultText }: FunctionResult): unknown {
  if (resultText.length > maxResultChars) {
    throw new ApiError(
      "FunctionExecutionError",
      `the function returned more than ${maxResultChars} characters`,
    );
  }
  try {
    return EJSON.parse(resultText, { relaxed: false });
  } catch (cause) {
    throw new ApiError("FunctionExecutionError", "the function returned malformed Extended JSON", { cause });
  }
}
