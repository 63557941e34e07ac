import { ApiError } from "../http/api-error";
import type { ErrorCode } from "../http/error-table";
import type { KindCatalog } from "./kind-catalog";
import type { StoredObject } from "./stored-object";

/** One thing that stands against a change. */
export interface Issue {
  /** Object that it is about. */
  readonly object: StoredObject;
  /** Field; empty when it is about the whole object. */
  readonly path: string;
  readonly message: string;
  readonly code: ErrorCode;
  /** Version that wrote the other object of a duplicate. */
  readonly since?: number;
}

/** The answer to a write with issues; the object is named unless it is the only one that is written. */
export function refusal(catalog: KindCatalog, issues: readonly Issue[], written: number): ApiError {
  const special = issues.find(issue => issue.code !== "InvalidParameter");
  const lines = (special ? [special] : issues).map(issue =>
    written > 1 ? withObject(catalog, issue) : withPath(issue),
  );
  return new ApiError(special?.code ?? "InvalidParameter", lines.join("; "));
}

/** Text of a failed deployment: every object and field. */
export function issuesText(catalog: KindCatalog, issues: readonly Issue[]): string {
  return issues.map(issue => withObject(catalog, issue)).join("; ");
}

function withObject(catalog: KindCatalog, issue: Issue): string {
  return `${catalog.label(issue.object)}: ${withPath(issue)}`;
}

function withPath({ path, message }: Issue): string {
  return path === "" ? message : `${path}: ${message}`;
}
