import { type ErrorCode, errorTable } from "./error-table";

/** An error that a client gets as `{error, error_code, link}` with the status of the table of codes. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  /**
   * @param code one of the table; decides the status
   * @param message what failed, which object, why and what to do; default: the table's text
   * @param options.status only where the public contract answers one code with another status
   * @param options.omitCode for the answers that carry only a text
   * @param options.retryAfterSeconds for answers that become another after a while; sent as `Retry-After`
   */
  constructor(
    readonly code: ErrorCode,
    message?: string,
    readonly options: {
      status?: number;
      omitCode?: boolean;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message ?? errorTable[code].message, { cause: options.cause });
    this.status = options.status ?? errorTable[code].status;
  }
}
