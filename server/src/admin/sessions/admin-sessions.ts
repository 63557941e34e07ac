import { type Collection, ObjectId } from "mongodb";
import { ApiError } from "../../http/api-error";
import type { TokenClaims } from "../../keys/service-keys";
import type { Service } from "../../service";
import type { AdminKeyDocument, AdminKeys } from "./admin-keys";

const accessTokenSeconds = 30 * 60;
const refreshTokenSeconds = 60 * 24 * 60 * 60;
/** How long another server's revocation may go unseen. */
const identityCacheMs = 1000;

interface SessionDocument {
  readonly _id: string;
  readonly user_id: string;
  readonly device_id: string;
  /** Seconds since the epoch. */
  readonly expires_at: number;
}

/** Who makes an admin request. */
export interface AdminIdentity {
  readonly userId: string;
  readonly sessionId: string;
  readonly key: AdminKeyDocument;
}

/** Tokens of one log-in. */
export interface LoginAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
  readonly device_id: string;
}

/** Sessions of admin users in the collection `admin_sessions`. */
export class AdminSessions {
  readonly #collection: Collection<SessionDocument>;
  readonly #recent = new Map<string, { identity: AdminIdentity; readAt: number }>();

  constructor(
    private readonly service: Pick<Service, "db" | "keys" | "now">,
    private readonly adminKeys: AdminKeys,
  ) {
    this.#collection = service.db.collection<SessionDocument>("admin_sessions");
  }

  async open(user: AdminKeyDocument): Promise<LoginAnswer> {
    const now = this.#seconds();
    const session: SessionDocument = {
      _id: new ObjectId().toHexString(),
      user_id: user._id,
      device_id: new ObjectId().toHexString(),
      expires_at: now + refreshTokenSeconds,
    };
    await this.#collection.insertOne(session);
    await this.#collection.deleteMany({ user_id: user._id, expires_at: { $lt: now } });
    return {
      access_token: this.#sign(session, "access", accessTokenSeconds),
      refresh_token: this.#sign(session, "refresh", refreshTokenSeconds),
      user_id: user._id,
      device_id: session.device_id,
    };
  }

  /** @throws ApiError `InvalidSession` for anything but a live access token of a known session */
  async identify(authorization: string | undefined): Promise<AdminIdentity> {
    const claims = this.#read(authorization, "access");
    const sessionId = String(claims["iss"]);
    const recent = this.#recent.get(sessionId);
    if (recent && this.service.now() - recent.readAt < identityCacheMs) return recent.identity;
    const session = await this.#collection.findOne({ _id: sessionId });
    const key = session && (await this.adminKeys.byId(session.user_id));
    if (!session || !key)
      throw new ApiError("InvalidSession", "invalid session: the session was ended; log in again");
    const identity = { userId: key._id, sessionId, key };
    if (this.#recent.size >= 1000) this.#recent.clear();
    this.#recent.set(sessionId, { identity, readAt: this.service.now() });
    return identity;
  }

  /** Makes a new access token from a refresh token. */
  async refresh(authorization: string | undefined): Promise<string> {
    const claims = this.#read(authorization, "refresh");
    const session = await this.#collection.findOne({ _id: String(claims["iss"]) });
    if (!session) throw new ApiError("InvalidSession", "invalid session: failed to find refresh token");
    return this.#sign(session, "access", accessTokenSeconds);
  }

  /** Ends the session of a refresh token; its access tokens end with it. */
  async close(authorization: string | undefined): Promise<void> {
    const sessionId = String(this.#read(authorization, "refresh")["iss"]);
    this.#recent.delete(sessionId);
    const { deletedCount } = await this.#collection.deleteOne({ _id: sessionId });
    if (deletedCount === 0)
      throw new ApiError("InvalidSession", "invalid session: failed to find refresh token");
  }

  #sign(session: SessionDocument, typ: TokenClaims["typ"], seconds: number): string {
    const iat = this.#seconds();
    const claims = {
      sub: session.user_id,
      iss: session._id,
      device_id: session.device_id,
      typ,
      iat,
      exp: iat + seconds,
    };
    return this.service.keys.signToken("admin", claims);
  }

  #read(authorization: string | undefined, expected: TokenClaims["typ"]): TokenClaims {
    const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) {
      throw new ApiError(
        "InvalidSession",
        `invalid session: no ${expected} token in the Authorization header`,
      );
    }
    const reading = this.service.keys.readToken("admin", token);
    if (!reading.ok) {
      const why =
        reading.reason === "expired" ? `${expected} token expired` : `${expected} token is not valid`;
      throw new ApiError("InvalidSession", `invalid session: ${why}`);
    }
    if (reading.claims.typ === expected) return reading.claims;
    // Clients refresh when they see the code; a token in the wrong place must not make them.
    const text =
      expected === "access"
        ? "invalid session: valid Issuer required"
        : "invalid refresh token: incorrect token type";
    throw new ApiError("InvalidSession", text, { omitCode: true });
  }

  #seconds(): number {
    return Math.floor(this.service.now() / 1000);
  }
}
