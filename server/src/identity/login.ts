import { ObjectId } from "bson";
import type { AppDocument } from "../admin/apps/app-document";
import { ApiError } from "../http/api-error";
import type { Identity } from "./identity";
import type { UserDocument, UserIdentity } from "./identity-documents";
import type { Login } from "./session-store";

/** A log-in that is under way. */
export interface LoginRequest {
  readonly app: AppDocument;
  /** Id of the app's auth provider. */
  readonly providerId: string;
  readonly ipAddress: string;
  /** Id of the device that the client gave; a new one is made without. */
  readonly deviceId?: string;
  /** User that the identity is to be added to instead of logging in on its own. */
  readonly linkTo?: UserDocument;
}

/** Logs a new anonymous user in. */
export async function loginAnonymously(identity: Identity, request: LoginRequest): Promise<Login> {
  if (request.linkTo !== undefined) {
    throw new ApiError("BadRequest", "Cannot add anonymous credentials to an existing user");
  }
  const proven: UserIdentity = {
    id: anonymousIdentityId(),
    provider_type: "anon-user",
    provider_id: request.providerId,
  };
  return finish(identity, request, proven, {});
}

/**
 * Logs a user in by e-mail address and password.
 *
 * @throws ApiError `InvalidPassword` for a wrong pair, `AuthError` before confirmation, `UserDisabled`, `LimitExceeded`
 */
export async function loginWithPassword(
  identity: Identity,
  request: LoginRequest,
  credentials: { readonly username: string; readonly password: string },
): Promise<Login> {
  const attempt = { appId: request.app._id, account: credentials.username, ipAddress: request.ipAddress };
  await identity.limits.check(attempt);
  const registration = await identity.registrations.find(request.app._id, credentials.username);
  // An unknown address costs the same time as a wrong password, so that answers do not tell them apart.
  if (!(await identity.hasher.verify(credentials.password, registration?.password_hash)) || !registration) {
    await identity.limits.noteFailure(attempt);
    throw new ApiError("InvalidPassword");
  }
  await identity.limits.noteSuccess(attempt);
  if (!registration.confirmed) throw new ApiError("AuthError", "unauthorized: confirmation required");
  const proven: UserIdentity = {
    id: registration._id,
    provider_type: "local-userpass",
    provider_id: request.providerId,
  };
  return finish(identity, request, proven, { email: registration.email });
}

async function finish(
  identity: Identity,
  request: LoginRequest,
  proven: UserIdentity,
  data: Readonly<Record<string, unknown>>,
): Promise<Login> {
  const user = await (request.linkTo === undefined
    ? identity.users.authenticate(request.app, proven, data)
    : link(identity, request.linkTo, proven, data));
  if (user === undefined) throw new ApiError("AuthError");
  if (user.disabled) throw new ApiError("UserDisabled");
  return identity.sessions.begin(user, proven, request.deviceId);
}

async function link(
  identity: Identity,
  user: UserDocument,
  proven: UserIdentity,
  data: Readonly<Record<string, unknown>>,
): Promise<UserDocument | undefined> {
  const other = user.identities.find(
    each => each.provider_type === proven.provider_type && each.id !== proven.id,
  );
  if (other !== undefined) {
    throw new ApiError(
      "BadRequest",
      `unauthorized: the user already has an identity of type ${proven.provider_type}`,
    );
  }
  return identity.users.link(user.app_id, user._id, proven, data);
}

/** 24 hexadecimal digits, a hyphen and 24 lower-case letters. */
function anonymousIdentityId(): string {
  const letters = Array.from(new ObjectId().toHexString(), digit =>
    String.fromCharCode(97 + Number.parseInt(digit, 16)),
  );
  return `${new ObjectId().toHexString()}-${letters.join("")}`;
}
