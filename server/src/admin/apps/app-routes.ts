import type { FastifyInstance } from "fastify";
import { queryParameter, requiredPathParameter } from "../../http/path-parameters";
import { idempotencyKeyOf } from "../objects/idempotency-key";
import { objectBody } from "../objects/json-body";
import { wantsRepresentation } from "../objects/prefer";
import { appOf } from "../sessions/authenticate";
import type { Apps } from "./apps";
import { presentApp } from "./present-app";
import { productsOf } from "./products";

/** Apps of a project (specification 1 §4.1). */
export function registerAppRoutes(app: FastifyInstance, apps: Apps): void {
  const path = "/groups/:groupId/apps";
  app.get(path, async request => {
    const products = productsOf(queryParameter(request, "product"));
    return (await apps.store.list(requiredPathParameter(request, "groupId"), products)).map(presentApp);
  });
  app.post(path, async (request, reply) => {
    const [product = "standard"] = productsOf(queryParameter(request, "product"));
    const idempotencyKey = idempotencyKeyOf(request);
    const created = await apps.create(objectBody(request.body), {
      groupId: requiredPathParameter(request, "groupId"),
      product,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    wantsRepresentation(request, reply);
    return reply.code(201).send(presentApp(created));
  });
  app.get(`${path}/:appId`, async request => presentApp(appOf(request)));
  app.put(`${path}/:appId/environment`, async (request, reply) => {
    wantsRepresentation(request, reply);
    return presentApp(await apps.setEnvironment(appOf(request), objectBody(request.body)));
  });
  app.delete(`${path}/:appId`, async (request, reply) => {
    await apps.remove(appOf(request)._id);
    return reply.code(204).send();
  });
}
