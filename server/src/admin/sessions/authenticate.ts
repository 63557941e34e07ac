import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "mongodb";
import { JoinedReads } from "../../database/joined-reads";
import { ApiError } from "../../http/api-error";
import { pathParameter } from "../../http/path-parameters";
import { type AppDocument, appsCollection } from "../apps/app-document";
import type { AdminIdentity, AdminSessions } from "./admin-sessions";

declare module "fastify" {
  interface FastifyRequest {
    admin?: AdminIdentity;
    appDocument?: AppDocument;
  }
}

/** Lets only requests with a live access token through, and only to the projects and apps of their user. */
export function requireAdmin(app: FastifyInstance, sessions: AdminSessions, db: Db): void {
  const apps = appsCollection(db);
  const reads = new JoinedReads<AppDocument | null>();
  app.addHook("onRequest", async request => {
    const admin = await sessions.identify(request.headers.authorization);
    request.admin = admin;
    const groupId = pathParameter(request, "groupId");
    const appId = pathParameter(request, "appId");
    if (groupId === undefined) return;
    if (!admin.key.group_ids.includes(groupId))
      throw new ApiError("GroupNotFound", `group not found: '${groupId}'`);
    if (appId === undefined) return;
    const found = await reads.ask(`${groupId}/${appId}`, () =>
      apps.findOne({ _id: appId, group_id: groupId }),
    );
    if (!found || found.deleting) throw new ApiError("AppNotFound", `app not found: '${appId}'`);
    request.appDocument = found;
  });
}

/** The admin user of a request behind {@link requireAdmin}. */
export function adminOf(request: FastifyRequest): AdminIdentity {
  if (!request.admin) throw new Error(`the route ${request.url} is not behind the admin log-in`);
  return request.admin;
}

/** The app of a request behind {@link requireAdmin} whose path holds `{appId}`. */
export function appOf(request: FastifyRequest): AppDocument {
  if (!request.appDocument) throw new Error(`the route ${request.url} has no app in its path`);
  return request.appDocument;
}
