import type { z } from "zod";
import { ResponseError } from "../errors/response-error";

/** Parses an answer; what does not fit is a {@link ResponseError} that names the first wrong field. */
export function parseAnswer<T extends z.ZodType>(
  schema: T,
  body: unknown,
  method: string,
  path: string,
): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ResponseError(
    method,
    path,
    `${issue?.path.join(".") || "body"}: ${issue?.message ?? "unreadable"}`,
  );
}
