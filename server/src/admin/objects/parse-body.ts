import type { z } from "zod";
import { inputError } from "./input-error";
import { optionalObjectBody } from "./json-body";

/**
 * Reads a body that is not a kind's record; keys that the schema does not know are ignored.
 *
 * @throws ApiError `InvalidParameter` or `MissingParameter` that names the field
 */
export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(optionalObjectBody(body));
  if (parsed.success) return parsed.data;
  throw inputError(
    parsed.error.issues.map(issue => ({
      path: issue.path.map(String),
      message: issue.code === "invalid_type" && issue.input === undefined ? "is required" : issue.message,
    })),
  );
}
