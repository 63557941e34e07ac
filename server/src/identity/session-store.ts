import { ObjectId } from "bson";
import { z } from "zod";
import { ApiError } from "../http/api-error";
import type { ServiceKeys } from "../keys/service-keys";
import type { IdentityCollections, SessionDocument, UserDocument, UserIdentity } from "./identity-documents";
import type { UserStore } from "./user-store";

const maxKnownTokens = 5_000;
const accessSeconds = 30 * 60;
const refreshSeconds = 60 * 24 * 60 * 60;
// Nothing brings an anonymous user back once its refresh token is gone.
const anonymousRefreshSeconds = 50 * 365 * 24 * 60 * 60;

/** Answer to a log-in. */
export interface Login {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
  readonly device_id: string;
}

/** Who sends a request, by the access token. */
export interface Caller {
  readonly userId: string;
  /** Domain of the app that the token is for. */
  readonly domainId: string;
  /** Seconds since the epoch at which the token ends. */
  readonly expiresAt: number;
}

interface Parts {
  readonly collections: IdentityCollections;
  readonly users: UserStore;
  readonly keys: ServiceKeys;
  readonly now: () => number;
}

/** Sessions of app users and their tokens. Access tokens live to their end; a session is what a refresh token needs. */
export class SessionStore {
  // A client sends its token with every request, and what a good one says never changes.
  readonly #callers = new Map<string, Caller>();

  constructor(private readonly parts: Parts) {}

  /** Begins a session for a user who proved an identity. */
  async begin(user: UserDocument, identity: UserIdentity, deviceId: string | undefined): Promise<Login> {
    const nowMs = this.parts.now();
    const lifetime = identity.provider_type === "anon-user" ? anonymousRefreshSeconds : refreshSeconds;
    const session: SessionDocument = {
      _id: new ObjectId().toHexString(),
      app_id: user.app_id,
      user_id: user._id,
      device_id: deviceId ?? new ObjectId().toHexString(),
      identity,
      created_at: nowMs,
      expires_at: nowMs + lifetime * 1000,
    };
    await this.parts.collections.sessions.insertOne(session);
    return {
      access_token: this.#accessToken(session, user.domain_id),
      refresh_token: this.#refreshToken(session, user.domain_id),
      user_id: user._id,
      device_id: session.device_id,
    };
  }

  /**
   * Gives a new access token for a refresh token.
   *
   * @throws ApiError `InvalidSession` when the token is bad or its session ended, or the user is disabled or gone
   */
  async refresh(refreshToken: string): Promise<{ access_token: string }> {
    const { sub, baas_domain_id: domainId, baas_id: sessionId } = this.#read(refreshToken, refreshClaims);
    const [session, user] = await Promise.all([
      this.parts.collections.sessions.findOne({ _id: sessionId, user_id: sub }),
      this.parts.users.get(domainId, sub),
    ]);
    if (session === null || user === undefined) throw invalidSession("failed to find refresh token");
    if (user.disabled) throw invalidSession("the user is disabled");
    return { access_token: this.#accessToken(session, domainId) };
  }

  /**
   * Ends the session of a refresh token.
   *
   * @throws ApiError `InvalidSession` when the token is bad or its session ended before
   */
  async end(refreshToken: string): Promise<void> {
    const { sub, baas_id: sessionId } = this.#read(refreshToken, refreshClaims);
    const { deletedCount } = await this.parts.collections.sessions.deleteOne({
      _id: sessionId,
      user_id: sub,
    });
    if (deletedCount === 0) throw invalidSession("failed to find refresh token");
  }

  /** Ends all sessions of a user; access tokens already given out live on, for at most 30 minutes. */
  async revokeAll(appId: string, userId: string): Promise<void> {
    await this.parts.collections.sessions.deleteMany({ app_id: appId, user_id: userId });
  }

  /** @throws ApiError `InvalidSession` */
  readAccessToken(token: string): Caller {
    const known = this.#callers.get(token);
    if (known !== undefined && known.expiresAt * 1000 > this.parts.now()) return known;
    this.#callers.delete(token);
    const claims = this.#read(token, accessClaims);
    const caller = { userId: claims.sub, domainId: claims.baas_domain_id, expiresAt: claims.exp };
    this.#callers.set(token, caller);
    const [oldest] = this.#callers.keys();
    if (this.#callers.size > maxKnownTokens && oldest !== undefined) this.#callers.delete(oldest);
    return caller;
  }

  #read<T>(token: string, schema: z.ZodType<T>): T {
    const reading = this.parts.keys.readToken("client", token);
    if (!reading.ok) throw invalidSession(readingFailures[reading.reason]);
    const parsed = schema.safeParse(reading.claims);
    if (!parsed.success) throw invalidSession("this kind of token cannot be used here");
    return parsed.data;
  }

  #accessToken(session: SessionDocument, domainId: string): string {
    const claims = this.#claims(session, domainId, this.parts.now(), accessSeconds);
    return this.parts.keys.signToken("client", { ...claims, iss: session._id, typ: "access" });
  }

  #refreshToken(session: SessionDocument, domainId: string): string {
    const lifetime = Math.floor((session.expires_at - session.created_at) / 1000);
    return this.parts.keys.signToken("client", {
      ...this.#claims(session, domainId, session.created_at, lifetime),
      baas_data: null,
      baas_id: session._id,
      baas_identity: session.identity,
      stitch_data: null,
      stitch_id: session._id,
      stitch_ident: session.identity,
      typ: "refresh",
    });
  }

  // Clients of two generations read the same facts under two names.
  #claims(session: SessionDocument, domainId: string, fromMs: number, lifetimeSeconds: number) {
    const iat = Math.floor(fromMs / 1000);
    return {
      baas_device_id: session.device_id,
      baas_domain_id: domainId,
      exp: iat + lifetimeSeconds,
      iat,
      stitch_devId: session.device_id,
      stitch_domainId: domainId,
      sub: session.user_id,
    };
  }
}

const accessClaims = z.object({
  typ: z.literal("access"),
  sub: z.string(),
  baas_domain_id: z.string(),
  exp: z.number(),
});

const refreshClaims = z.object({
  typ: z.literal("refresh"),
  sub: z.string(),
  baas_domain_id: z.string(),
  baas_id: z.string(),
});

const readingFailures = {
  malformed: "the token is malformed",
  signature: "the token's signature is invalid",
  expired: "access token expired",
} as const;

function invalidSession(why: string): ApiError {
  return new ApiError("InvalidSession", `invalid session: ${why}`);
}
