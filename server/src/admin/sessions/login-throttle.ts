import { ApiError } from "../../http/api-error";

const windowMs = 60_000;
const maxFailures = 30;
const maxAddresses = 10_000;

/** Slows down guessing: after 30 failed log-ins within a minute an address is refused until the minute has passed. */
export class LoginThrottle {
  readonly #failures = new Map<string, { count: number; since: number }>();

  constructor(private readonly now: () => number) {}

  /** @throws ApiError `LimitExceeded` */
  check(address: string): void {
    const failures = this.#current(address);
    if (!failures || failures.count < maxFailures) return;
    const retryAfterSeconds = Math.ceil((failures.since + windowMs - this.now()) / 1000);
    throw new ApiError(
      "LimitExceeded",
      `too many failed log-ins from this address; try again in ${retryAfterSeconds} s`,
      {
        retryAfterSeconds,
      },
    );
  }

  fail(address: string): void {
    const failures = this.#current(address);
    if (failures) failures.count += 1;
    else {
      if (this.#failures.size >= maxAddresses) this.#failures.clear();
      this.#failures.set(address, { count: 1, since: this.now() });
    }
  }

  #current(address: string) {
    const failures = this.#failures.get(address);
    if (failures && this.now() - failures.since < windowMs) return failures;
    this.#failures.delete(address);
    return undefined;
  }
}
