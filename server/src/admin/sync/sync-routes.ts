import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { ApiError } from "../../http/api-error";
import { queryParameter } from "../../http/path-parameters";
import type { Service } from "../../service";
import type { AppStore } from "../apps/app-store";
import { parseBody } from "../objects/parse-body";
import { scopeOf } from "../scope";
import { appOf } from "../sessions/authenticate";
import { partitionFields } from "./partition-fields";

const configBody = z.object({ development_mode_enabled: z.boolean() });

/** Development mode of an app's sync, and the fields that could partition a data source (specification 1 §2.11, §4.1). */
export function registerSyncRoutes(
  app: FastifyInstance,
  apps: AppStore,
  { config }: Pick<Service, "config">,
): void {
  const path = "/groups/:groupId/apps/:appId/sync";
  app.get(`${path}/config`, async request => ({
    development_mode_enabled: appOf(request).development_mode_enabled ?? false,
  }));
  app.put(`${path}/config`, async (request, reply) => {
    await apps.set(appOf(request)._id, parseBody(configBody, request.body));
    return reply.code(204).send();
  });
  app.get(`${path}/data`, async request => {
    const serviceId = queryParameter(request, "service_id");
    if (serviceId === undefined)
      throw new ApiError("MissingParameter", "service_id: is required in the query");
    const view = await config.view(scopeOf(request));
    const source = await view.get("DataSource", serviceId);
    if (!source) throw new ApiError("ServiceNotFound", `service not found: '${serviceId}'`);
    const schemas = (await view.list("Schema")).map(schema => schema.record);
    return {
      service_id: serviceId,
      partition_fields: partitionFields(schemas, String(source.record["name"])),
    };
  });
}
