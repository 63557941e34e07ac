import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Service } from "../../service";
import type { DeployConfig } from "../apps/app-document";
import type { AppStore } from "../apps/app-store";
import { parseBody } from "../objects/parse-body";
import { appOf } from "../sessions/authenticate";

const body = z.object({
  ui_drafts_disabled: z.boolean(),
  automatic_deployment: z.object({
    enabled: z.boolean(),
    provider: z.literal("github").default("github"),
    installation_ids: z.array(z.union([z.string(), z.number()])).default([]),
  }),
});

/** Deployment configuration of an app; outside drafts (specification 1 §2.10). */
export function registerDeployConfigRoutes(
  app: FastifyInstance,
  apps: AppStore,
  { now }: Pick<Service, "now">,
): void {
  const path = "/groups/:groupId/apps/:appId/deploy/config";
  app.get(path, async request => appOf(request).deploy_config ?? initial(appOf(request).last_modified));
  app.patch(path, async (request, reply) => {
    const settings = parseBody(body, request.body);
    await apps.set(appOf(request)._id, {
      deploy_config: { ...settings, last_modified: Math.floor(now() / 1000) },
    });
    return reply.code(204).send();
  });
}

function initial(lastModified: number): DeployConfig {
  return {
    ui_drafts_disabled: false,
    automatic_deployment: { enabled: false, provider: "github", installation_ids: [] },
    last_modified: lastModified,
  };
}
