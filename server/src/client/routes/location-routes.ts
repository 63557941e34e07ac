import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ClientParts } from "../client-parts";
import { appOfPath } from "../client-request";

/** `GET …/location`: where clients send everything else. */
export function registerLocationRoutes(api: FastifyInstance, parts: ClientParts): void {
  api.get("/app/:clientAppId/location", async request => {
    const app = await appOfPath(parts, request);
    const hostname = ownOrigin(request, parts.service.baseUrl());
    return {
      deployment_model: app.deployment_model,
      location: app.location ?? "US-VA",
      hostname,
      ws_hostname: hostname.replace(/^http/, "ws"),
    };
  });
}

// The address that the client used is known to work for it, unlike the one that the service listens on.
function ownOrigin(request: FastifyRequest, fallback: string): string {
  const { host, protocol } = request;
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host) ? `${protocol}://${host}` : fallback;
}
