import type { InputIssue } from "@appstead/sdk";
import { ApiError } from "../../http/api-error";

/** The answer to a body with issues: `<field path>: <message>` for each of them. */
export function inputError(issues: readonly InputIssue[], prefix: readonly string[] = []): ApiError {
  const missing = issues.some(issue => issue.message === "is required");
  const lines = issues.map(issue => {
    const path = [...prefix, ...issue.path].join(".");
    return path === "" ? issue.message : `${path}: ${issue.message}`;
  });
  return new ApiError(missing ? "MissingParameter" : "InvalidParameter", lines.join("; "));
}
