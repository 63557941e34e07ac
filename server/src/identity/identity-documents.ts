import type { Collection, Db } from "mongodb";
import { ensureIndexes } from "../database/ensure-indexes";

/** Types of authentication providers whose users this service keeps. */
export type ProviderType = "anon-user" | "local-userpass";

/** One way in which a user logs in, as tokens and profiles carry it. */
export interface UserIdentity {
  /** Id of the user with the provider. */
  readonly id: string;
  readonly provider_type: ProviderType;
  /** Id of the app's auth provider. */
  readonly provider_id: string;
}

/** A user of an app. */
export interface UserDocument {
  /** ObjectId in hexadecimal form. */
  readonly _id: string;
  readonly app_id: string;
  readonly domain_id: string;
  readonly type: "normal";
  readonly identities: readonly UserIdentity[];
  /** What is known of the user from the providers, for example `email`. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly disabled: boolean;
  /** Seconds since the epoch. */
  readonly creation_date: number;
  readonly last_authentication_date: number;
}

/** Says which user an identity belongs to; at most one, because the key is the identity itself. */
interface IdentityDocument {
  /** `<app id>/<provider type>/<identity id>` */
  readonly _id: string;
  readonly app_id: string;
  readonly user_id: string;
}

/** An e-mail address with a password; the user is made at the first login. */
export interface RegistrationDocument {
  /** ObjectId in hexadecimal form; the id of the user's identity. */
  readonly _id: string;
  readonly app_id: string;
  /** Letter case counts. */
  readonly email: string;
  readonly password_hash: string;
  readonly confirmed: boolean;
  /** Seconds since the epoch. */
  readonly creation_date: number;
}

/** A log-in on one device; its refresh token is good while this exists. */
export interface SessionDocument {
  /** ObjectId in hexadecimal form. */
  readonly _id: string;
  readonly app_id: string;
  readonly user_id: string;
  readonly device_id: string;
  readonly identity: UserIdentity;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
  readonly expires_at: number;
}

/** A token that confirms an address or resets a password, once. */
interface OneTimeTokenDocument {
  /** The `tokenId`: an ObjectId in hexadecimal form. */
  readonly _id: string;
  readonly app_id: string;
  readonly purpose: OneTimePurpose;
  readonly registration_id: string;
  /** Keyed hash; the token itself is not kept. */
  readonly token_hash: string;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
}

export type OneTimePurpose = "confirm" | "reset";

/** Failed log-ins of one kind within a window of time. */
interface LoginFailureDocument {
  /** Keyed hash of whose they are. */
  readonly _id: string;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
}

/** The collections that app users live in. */
export interface IdentityCollections {
  readonly users: Collection<UserDocument>;
  readonly identities: Collection<IdentityDocument>;
  readonly registrations: Collection<RegistrationDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly oneTimeTokens: Collection<OneTimeTokenDocument>;
  readonly loginFailures: Collection<LoginFailureDocument>;
}

export function identityCollections(db: Db): IdentityCollections {
  return {
    users: db.collection("users"),
    identities: db.collection("identities"),
    registrations: db.collection("registrations"),
    sessions: db.collection("client_sessions"),
    oneTimeTokens: db.collection("one_time_tokens"),
    loginFailures: db.collection("login_failures"),
  };
}

/** Creates the indexes; safe to call from several servers at once. */
export async function createIdentityIndexes(collections: IdentityCollections): Promise<void> {
  const ofUser = { key: { app_id: 1, user_id: 1 } } as const;
  const expiry = { key: { expires_at: 1 } } as const;
  await Promise.all([
    ensureIndexes(collections.users, [{ key: { app_id: 1, _id: 1 } }]),
    ensureIndexes(collections.identities, [ofUser]),
    ensureIndexes(collections.registrations, [{ key: { app_id: 1, email: 1 }, unique: true }]),
    ensureIndexes(collections.sessions, [ofUser, expiry]),
    ensureIndexes(collections.oneTimeTokens, [{ key: { app_id: 1, registration_id: 1 } }, expiry]),
    ensureIndexes(collections.loginFailures, [expiry]),
  ]);
}
