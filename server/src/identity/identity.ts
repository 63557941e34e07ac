import type { Service } from "../service";
import { createIdentityIndexes, type IdentityCollections, identityCollections } from "./identity-documents";
import { LoginLimits } from "./login-limits";
import { OneTimeTokens } from "./one-time-tokens";
import { PasswordHasher } from "./password-hash";
import { RegistrationStore } from "./registration-store";
import { SessionStore } from "./session-store";
import { UserStore } from "./user-store";

/** Everything that the service knows of app users. */
export interface Identity {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly registrations: RegistrationStore;
  readonly oneTimeTokens: OneTimeTokens;
  readonly limits: LoginLimits;
  readonly hasher: PasswordHasher;
  /** Creates the indexes; safe to call from several servers at once. */
  initialize(): Promise<void>;
  /** Removes what has expired. */
  sweep(): Promise<void>;
  /** Removes the users of an app and all that belongs to them. */
  deleteApp(appId: string): Promise<void>;
}

export function createIdentity({ db, keys, now }: Pick<Service, "db" | "keys" | "now">): Identity {
  const collections = identityCollections(db);
  const users = new UserStore(collections, now);
  const hasher = new PasswordHasher();
  const parts = { collections, keys, now };
  return {
    users,
    sessions: new SessionStore({ ...parts, users }),
    registrations: new RegistrationStore(collections, hasher, now),
    oneTimeTokens: new OneTimeTokens(parts),
    limits: new LoginLimits(parts),
    hasher,
    initialize: () => createIdentityIndexes(collections),
    sweep: () => sweep(collections, now()),
    deleteApp: appId => deleteApp(collections, appId),
  };
}

async function sweep(collections: IdentityCollections, nowMs: number): Promise<void> {
  const expired = { expires_at: { $lte: nowMs } };
  await collections.sessions.deleteMany(expired);
  await collections.oneTimeTokens.deleteMany(expired);
  await collections.loginFailures.deleteMany(expired);
}

async function deleteApp(collections: IdentityCollections, appId: string): Promise<void> {
  const ofApp = { app_id: appId };
  await collections.registrations.deleteMany(ofApp);
  await collections.oneTimeTokens.deleteMany(ofApp);
  await collections.identities.deleteMany(ofApp);
  await collections.sessions.deleteMany(ofApp);
  await collections.users.deleteMany(ofApp);
}
