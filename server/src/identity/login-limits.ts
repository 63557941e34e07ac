import { ApiError } from "../http/api-error";
import type { ServiceKeys } from "../keys/service-keys";
import { isDuplicateKey } from "./duplicate-key";
import type { IdentityCollections } from "./identity-documents";

const windowMs = 5 * 60 * 1000;

// An attacker at one address is stopped early; the wide limit stops guessing from many addresses,
// and is wide because its price is that the user cannot log in either.
const maxFailuresPerAddress = 10;
const maxFailuresPerAccount = 100;

/** Who tries to log in to what. */
export interface LoginAttempt {
  readonly appId: string;
  readonly account: string;
  readonly ipAddress: string;
}

interface Parts {
  readonly collections: IdentityCollections;
  readonly keys: ServiceKeys;
  readonly now: () => number;
}

/** Limits failed log-ins per account, counted in the database so that all servers count together. */
export class LoginLimits {
  constructor(private readonly parts: Parts) {}

  /** @throws ApiError `LimitExceeded` when there were too many failures in the last minutes */
  async check(attempt: LoginAttempt): Promise<void> {
    const counters = this.#counters(attempt);
    const found = await this.parts.collections.loginFailures
      .find({ _id: { $in: counters.map(counter => counter.id) }, expires_at: { $gt: this.parts.now() } })
      .toArray();
    const isOver = counters.some(({ id, max }) => found.some(each => each._id === id && each.count >= max));
    if (isOver) {
      throw new ApiError(
        "LimitExceeded",
        "too many failed log-ins for this account; try again in five minutes",
      );
    }
  }

  async noteFailure(attempt: LoginAttempt): Promise<void> {
    await Promise.all(this.#counters(attempt).map(({ id }) => this.#increment(id)));
  }

  async noteSuccess(attempt: LoginAttempt): Promise<void> {
    const [perAddress] = this.#counters(attempt);
    await this.parts.collections.loginFailures.deleteOne({ _id: perAddress.id });
  }

  async #increment(id: string): Promise<void> {
    const { loginFailures } = this.parts.collections;
    const now = this.parts.now();
    const counted = await loginFailures.updateOne(
      { _id: id, expires_at: { $gt: now } },
      { $inc: { count: 1 } },
    );
    if (counted.matchedCount > 0) return;
    try {
      const fresh = { $set: { count: 1, expires_at: now + windowMs } };
      await loginFailures.updateOne({ _id: id, expires_at: { $lte: now } }, fresh, { upsert: true });
    } catch (error) {
      // Another attempt has begun the window meanwhile.
      if (!isDuplicateKey(error)) throw error;
      await loginFailures.updateOne({ _id: id }, { $inc: { count: 1 } });
    }
  }

  #counters({ appId, account, ipAddress }: LoginAttempt) {
    const id = (of: string[]) => this.parts.keys.fingerprint(JSON.stringify(of), "login-failures");
    return [
      { id: id([appId, account, ipAddress]), max: maxFailuresPerAddress },
      { id: id([appId, account]), max: maxFailuresPerAccount },
    ] as const;
  }
}
