import { AppsteadError } from "./appstead-error";

/** The answer is not what the Admin API promises; most often the url belongs to something else. */
export class ResponseError extends AppsteadError {
  override readonly name: string = "ResponseError";
  constructor(
    readonly method: string,
    readonly path: string,
    reason: string,
    url?: string,
  ) {
    const address = url === undefined ? "the url" : `the url ${url}`;
    super(
      `unexpected answer: ${reason} (${method} ${path}); check that ${address} is the base address of an Appstead service`,
    );
  }
}
