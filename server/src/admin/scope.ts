import type { FastifyRequest } from "fastify";
import type { Scope } from "../config/config-store";
import { adminOf, appOf } from "./sessions/authenticate";

/** Whose view of which app a request works on. */
export function scopeOf(request: FastifyRequest): Scope {
  const app = appOf(request);
  return { groupId: app.group_id, appId: app._id, userId: adminOf(request).userId };
}
