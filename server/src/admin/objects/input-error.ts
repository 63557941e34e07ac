import type { InputIssue } from "@appstead/sdk";
import { ApiError } from "../../http/api-error";

/** The answer to a body with issues: `<field path>: <message>` for each of them. */
export function inputError(issues: readonly InputIssue[], prefix: readonly string[] = []): ApiError {
  const missing = issues.some(({ message }) => /^(is required|give one of)\b/.test(message));
  const lines = issues.map(issue => {
    const path = [...prefix, ...issue.path].join(".");
    return path === "" ? issue.message : `${path}: ${issue.message}`;
  });
  return new ApiError(missing ? "MissingParameter" : "InvalidParameter", lines.join("; "));
}
