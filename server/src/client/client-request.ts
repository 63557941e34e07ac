import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { type AppDocument, findAppByClientId } from "../admin/apps/app-document";
import { ApiError } from "../http/api-error";
import type { UserDocument } from "../identity/identity-documents";
import type { Caller } from "../identity/session-store";
import type { ClientParts } from "./client-parts";
import type { AppSnapshot } from "./runtime/app-snapshot";

const appPath = z.object({ clientAppId: z.string() });

/** @throws ApiError `AppNotFound` for the app of the path */
export async function appOfPath(parts: ClientParts, request: FastifyRequest): Promise<AppDocument> {
  const { clientAppId } = appPath.parse(request.params);
  const app = await findAppByClientId(parts.service.db, clientAppId);
  if (app === undefined)
    throw new ApiError("AppNotFound", `cannot find app using Client App ID '${clientAppId}'`);
  request.app = { groupId: app.group_id, appId: app._id };
  return app;
}

/** A call's app with its configuration, and who calls. */
export interface Admission {
  readonly app: AppDocument;
  readonly snapshot: AppSnapshot;
  readonly user: UserDocument;
}

/**
 * Reads everything that decides whether and how a call is made. All of it is read anew for every call, because any
 * server may have changed it, but at once: a call waits for its database one time.
 *
 * @throws ApiError `AppNotFound`, `MissingAuthReq`, `InvalidSession`, `UserDisabled`
 */
export async function admit(parts: ClientParts, request: FastifyRequest): Promise<Admission> {
  const { clientAppId } = appPath.parse(request.params);
  const knownId = parts.appIds.get(clientAppId);
  const [app, user, early] = await Promise.allSettled([
    appOfPath(parts, request),
    readCaller(parts, request),
    knownId === undefined ? undefined : parts.snapshots.get(knownId),
  ]);
  if (app.status === "rejected") {
    parts.appIds.delete(clientAppId);
    throw app.reason;
  }
  if (user.status === "rejected") throw user.reason;
  requireSameApp(user.value.caller, app.value);
  parts.appIds.set(clientAppId, app.value._id);
  const read = knownId === app.value._id && early.status === "fulfilled" ? early.value : undefined;
  const snapshot = read ?? (await parts.snapshots.get(app.value._id));
  return { app: app.value, snapshot, user: requireActive(user.value.user) };
}

async function readCaller(parts: ClientParts, request: FastifyRequest) {
  const caller = callerOf(parts, request);
  return { caller, user: await parts.identity.users.get(caller.domainId, caller.userId) };
}

/** @throws ApiError `MissingAuthReq` when the request carries no bearer token */
export function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) throw new ApiError("MissingAuthReq");
  return token;
}

/** @throws ApiError `MissingAuthReq`, `InvalidSession` */
export function callerOf(parts: ClientParts, request: FastifyRequest): Caller {
  return parts.identity.sessions.readAccessToken(bearerToken(request));
}

/** @throws ApiError `InvalidSession` when the user of a valid token was deleted, `UserDisabled` */
export async function userOf(parts: ClientParts, caller: Caller): Promise<UserDocument> {
  return requireActive(await parts.identity.users.get(caller.domainId, caller.userId));
}

function requireActive(user: UserDocument | undefined): UserDocument {
  if (user === undefined)
    throw new ApiError("InvalidSession", "invalid session: the user does not exist any more");
  if (user.disabled) throw new ApiError("UserDisabled");
  return user;
}

/** @throws ApiError `InvalidSession` when the token is for another app */
export function requireSameApp(caller: Caller, app: AppDocument): void {
  if (caller.domainId === app.domain_id) return;
  throw new ApiError(
    "InvalidSession",
    `invalid session: the token is not for the app '${app.client_app_id}'`,
  );
}

/**
 * Reads a request's body; a missing one reads as an empty object.
 *
 * @throws ApiError `MissingParameter`, `InvalidParameter` that name the field
 */
export function readBody<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  const body = request.body ?? {};
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  if (path === "") throw new ApiError("BadRequest", "the request body must be a JSON object");
  if (isMissing(body, issue?.path ?? []))
    throw new ApiError("MissingParameter", `missing parameter: '${path}'`);
  throw new ApiError("InvalidParameter", `invalid parameter '${path}': ${issue?.message}`);
}

/** Arguments of a call, as a client sends them: absent, null or an array of Extended JSON values. */
export const argumentList = z
  .custom<readonly unknown[] | null>(value => value === null || Array.isArray(value), "must be an array")
  .optional();

function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let value = body;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return true;
    value = Reflect.get(value, key);
  }
  return value === undefined;
}
