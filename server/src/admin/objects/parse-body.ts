import { issueMessages } from "@appstead/sdk";
import type { z } from "zod";
import { inputError } from "./input-error";
import { optionalObjectBody } from "./json-body";

/**
 * Reads a body that is not a kind's record; keys that the schema does not know are ignored.
 *
 * @throws ApiError `InvalidParameter` or `MissingParameter` that names the field
 */
export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const given = optionalObjectBody(body);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw inputError(parsed.error.issues.flatMap(issue => issueMessages(schema, given, issue)));
}
