import { AppsteadError } from "./appstead-error";

/** The service did not accept the key pair. */
export class AuthenticationError extends AppsteadError {
  override readonly name: string = "AuthenticationError";
  constructor(
    readonly url: string,
    readonly status: number,
    detail: string,
  ) {
    super(`log-in refused by ${url}: ${detail}; check publicKey and privateKey`);
  }
}
