import { randomBytes } from "node:crypto";
import { ObjectId } from "bson";
import { z } from "zod";
import { ApiError } from "../http/api-error";
import type { ServiceKeys } from "../keys/service-keys";
import type { IdentityCollections, OneTimePurpose } from "./identity-documents";

const lifetimeMs = 30 * 60 * 1000;

/** What a user proves with that a message reached it. */
export interface OneTimeToken {
  readonly token: string;
  readonly tokenId: string;
}

const wellFormed = z.object({
  token: z.string().regex(/^[0-9a-f]{128}$/),
  tokenId: z.string().regex(/^[0-9a-f]{24}$/),
});

interface Parts {
  readonly collections: IdentityCollections;
  readonly keys: ServiceKeys;
  readonly now: () => number;
}

/** Tokens that confirm an address or reset a password: good once, for 30 minutes. */
export class OneTimeTokens {
  constructor(private readonly parts: Parts) {}

  async issue(appId: string, purpose: OneTimePurpose, registrationId: string): Promise<OneTimeToken> {
    const tokenId = new ObjectId().toHexString();
    const token = randomBytes(64).toString("hex");
    await this.parts.collections.oneTimeTokens.insertOne({
      _id: tokenId,
      app_id: appId,
      purpose,
      registration_id: registrationId,
      token_hash: this.#hash(token),
      expires_at: this.parts.now() + lifetimeMs,
    });
    return { token, tokenId };
  }

  /**
   * Uses a token up.
   *
   * @returns id of the registration that it was issued for
   * @throws ApiError `BadRequest` for something that cannot be a token, `UserpassTokenInvalid` for an unknown one
   */
  async redeem(appId: string, purpose: OneTimePurpose, given: unknown): Promise<string> {
    const parsed = wellFormed.safeParse(given);
    if (!parsed.success) throw new ApiError("BadRequest", "invalid token data");
    // The hash is a key of the look-up, so nothing is learned from how long a wrong one takes.
    const found = await this.parts.collections.oneTimeTokens.findOneAndDelete({
      _id: parsed.data.tokenId,
      app_id: appId,
      purpose,
      token_hash: this.#hash(parsed.data.token),
      expires_at: { $gt: this.parts.now() },
    });
    if (found === null) throw new ApiError("UserpassTokenInvalid");
    return found.registration_id;
  }

  #hash(token: string): string {
    return this.parts.keys.fingerprint(token, "one-time-token");
  }
}
