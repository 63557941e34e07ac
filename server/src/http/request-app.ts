import type { FastifyRequest } from "fastify";
import { pathParameter } from "./path-parameters";

declare module "fastify" {
  interface FastifyRequest {
    /** App that the request is about, once known; error bodies link to its log. */
    app?: { readonly groupId: string; readonly appId: string };
  }
}

/** The app that a request is about: what a handler found out, else what its path says. */
export function appOfRequest(request: FastifyRequest): { groupId: string; appId: string } | undefined {
  if (request.app) return request.app;
  const groupId = pathParameter(request, "groupId");
  const appId = pathParameter(request, "appId");
  return groupId !== undefined && appId !== undefined ? { groupId, appId } : undefined;
}
