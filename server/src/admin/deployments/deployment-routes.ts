import { regions } from "@appstead/sdk";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../http/api-error";
import { requiredPathParameter } from "../../http/path-parameters";
import type { Service } from "../../service";
import { serviceUserId } from "../apps/fresh-app";
import { scopeOf } from "../scope";
import { appOf } from "../sessions/authenticate";
import { presentDeployment } from "./present-deployment";

const maxListed = 25;

/** Deployments of an app, and the regions that apps can be placed in (specification 1 §2.10). */
export function registerDeploymentRoutes(app: FastifyInstance, { config }: Pick<Service, "config">): void {
  const path = "/groups/:groupId/apps/:appId/deployments";
  app.get(path, async request => {
    const found = await config.listDeployments(appOf(request)._id, maxListed + 1);
    const ofUsers = found.filter(deployment => deployment.userId !== serviceUserId).slice(0, maxListed);
    return ofUsers.map(deployment => presentDeployment(deployment, appOf(request)));
  });
  app.get(`${path}/:deploymentId`, async request => {
    const id = requiredPathParameter(request, "deploymentId");
    const found = await config.getDeployment(appOf(request)._id, id);
    if (!found) throw new ApiError("DeploymentNotFound");
    return presentDeployment(found, appOf(request));
  });
  app.post(`${path}/:deploymentId/redeploy`, async (request, reply) => {
    await config.redeploy(scopeOf(request), requiredPathParameter(request, "deploymentId"));
    return reply.code(204).send();
  });
  app.get("/provider_regions", async () => regions.map(presentRegion));
}

function presentRegion(region: (typeof regions)[number]) {
  const [cloud = "", ...rest] = region.id.split("-");
  return {
    id: region.id,
    name: rest.join("-"),
    cloud_provider: cloud,
    country: region.location?.split("-")[0] ?? "",
    deployment_models: region.models,
  };
}
