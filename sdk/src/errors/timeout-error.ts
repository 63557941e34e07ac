import { AppsteadError } from "./appstead-error";

/** The service did not answer in time; the request may have been carried out. */
export class TimeoutError extends AppsteadError {
  override readonly name: string = "TimeoutError";
  constructor(
    readonly method: string,
    readonly path: string,
    readonly timeoutMs: number,
  ) {
    super(
      `no answer within ${timeoutMs} ms (${method} ${path}); raise timeoutMs or look at the service's log`,
    );
  }
}
