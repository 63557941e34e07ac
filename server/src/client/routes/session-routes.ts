import type { FastifyInstance } from "fastify";
import { ApiError } from "../../http/api-error";
import type { ClientParts } from "../client-parts";
import { bearerToken, callerOf, userOf } from "../client-request";

/** Session, profile and deletion of the calling user; the app is the one of the token. */
export function registerSessionRoutes(api: FastifyInstance, parts: ClientParts): void {
  const { sessions, users } = parts.identity;

  api.post("/auth/session", async (request, reply) => {
    const answer = await sessions.refresh(bearerToken(request));
    return reply.code(201).send(answer);
  });

  api.delete("/auth/session", async (request, reply) => {
    await sessions.end(bearerToken(request));
    return reply.code(204).send();
  });

  api.get("/auth/profile", async request => {
    const user = await userOf(parts, callerOf(parts, request));
    return {
      user_id: user._id,
      domain_id: user.domain_id,
      identities: user.identities,
      data: user.data,
      type: user.type,
    };
  });

  api.delete("/auth/delete", async (request, reply) => {
    const user = await userOf(parts, callerOf(parts, request));
    if (!(await users.delete(user.app_id, user._id))) throw new ApiError("UserNotFound");
    return reply.code(204).send();
  });
}
