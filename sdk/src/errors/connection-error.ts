import { AppsteadError } from "./appstead-error";

/** The service could not be reached, or the connection broke before the whole answer came. */
export class ConnectionError extends AppsteadError {
  override readonly name: string = "ConnectionError";
  /** Whether the request cannot have reached the service. */
  readonly unsent: boolean;

  constructor(
    readonly url: string,
    reason: string,
    options: { unsent: boolean; cause?: unknown },
  ) {
    super(`cannot reach the service at ${url}: ${reason}; check the url and that the service is running`, {
      cause: options.cause,
    });
    this.unsent = options.unsent;
  }
}
