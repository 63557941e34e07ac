import { AppsteadError } from "./appstead-error";

/** The service refused a request. */
export class ApiError extends AppsteadError {
  override readonly name: string = "ApiError";
  /** HTTP status. */
  readonly status: number;
  /** `error_code` of the body; some answers carry only a text. */
  readonly code: string | undefined;
  readonly method: string;
  /** Path below the Admin API base, without the query. */
  readonly path: string;
  /** Correlation id, by which the service's logs can be searched. */
  readonly requestId: string | undefined;
  /** The service's own text, without method and path. */
  readonly detail: string;

  constructor(facts: {
    status: number;
    code?: string | undefined;
    detail: string;
    method: string;
    path: string;
    requestId?: string | undefined;
  }) {
    super(
      `${facts.detail} (${facts.method} ${facts.path}: ${facts.status}${facts.code ? ` ${facts.code}` : ""})`,
    );
    this.status = facts.status;
    this.code = facts.code;
    this.detail = facts.detail;
    this.method = facts.method;
    this.path = facts.path;
    this.requestId = facts.requestId;
  }
}
