import type { ApiError } from "./api-error";

/** Body of every failure: `{error, error_code, link}`. */
export function errorBody(error: ApiError, link?: string): Record<string, string> {
  return {
    error: error.message,
    ...(error.options.omitCode ? {} : { error_code: error.code }),
    ...(link === undefined ? {} : { link }),
  };
}
