import type { Kind, Operation } from "@appstead/sdk";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConfigObject } from "../../config/config-store";
import { pathParameter, requiredPathParameter } from "../../http/path-parameters";
import type { AdminParts } from "../admin-parts";
import { scopeOf } from "../scope";
import { type HookTable, hooksOf } from "./hook-table";
import { idempotencyKeyOf } from "./idempotency-key";
import { objectBody, optionalObjectBody } from "./json-body";
import { KindObjects } from "./kind-objects";
import { appKinds, parentOf, routePath, sectionsOf } from "./kind-paths";
import { Place } from "./place";
import { wantsRepresentation } from "./prefer";
import { answerOf, presentEntry, presentRecord } from "./present-record";
import { registerSection } from "./section-routes";

/** Serves every operation of every kind below an app; nothing here knows what a kind is called. */
export function registerKindRoutes(app: FastifyInstance, parts: AdminParts, table: HookTable): void {
  for (const kind of appKinds) {
    if (kind.shape === "section") continue;
    const objects = new KindObjects(parts, kind, table);
    registerReads(routesOf(app, parts, kind), kind, objects);
    registerWrites(routesOf(app, parts, kind), kind, objects);
    for (const { section, field } of sectionsOf(kind)) {
      registerSection({ app, parts, kind, objects, section, field });
    }
    hooksOf(table, kind).routes?.(app, parts);
  }
}

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly place: Place;
  readonly id: string | undefined;
}

type Route = (operation: Operation | undefined, handler: (call: Call) => Promise<unknown>) => void;

function routesOf(app: FastifyInstance, parts: AdminParts, kind: Kind): Route {
  const parameter = parentOf(kind)?.parameter;
  return (operation, handler) => {
    if (!operation) return;
    app.route({
      method: operation.method,
      url: routePath(kind.path + operation.path),
      handler: (request, reply) => {
        const parentId = parameter === undefined ? undefined : requiredPathParameter(request, parameter);
        const place = new Place(parts.service.config, scopeOf(request), parentId);
        return handler({ request, reply, place, id: pathParameter(request, "id") });
      },
    });
  };
}

function registerReads(route: Route, kind: Kind, objects: KindObjects): void {
  const { list, read } = kind.operations;
  route(list, async ({ place }) => {
    const [found, view] = await Promise.all([objects.list(place), place.view()]);
    return Promise.all(found.map(object => presentEntry(kind, object, view)));
  });
  route(read, async ({ place, id }) =>
    presentRecord(kind, await objects.read(place, id), await place.view()),
  );
}

function registerWrites(route: Route, kind: Kind, objects: KindObjects): void {
  const { create, update, delete: remove, enable, disable } = kind.operations;
  route(create, async call => {
    const { request, place } = call;
    const object = await objects.create(place, objectBody(request.body), idempotencyKeyOf(request));
    return answerWrite(kind, create, object, call);
  });
  route(update, async call => {
    const { request, place, id } = call;
    const object = await objects.update(place, id, objectBody(request.body), update.method === "PATCH");
    return answerWrite(kind, update, object, call);
  });
  route(remove, async ({ reply, place, id }) => {
    await objects.remove(place, id);
    return reply.code(remove.status).send(answerOf(remove, {}));
  });
  const toggle = (operation: Operation | undefined, disabled: boolean) =>
    route(operation, async call => {
      optionalObjectBody(call.request.body);
      const object = await objects.toggle(call.place, requiredPathParameter(call.request, "id"), disabled);
      return operation && answerWrite(kind, operation, object, call);
    });
  toggle(enable, false);
  toggle(disable, true);
}

async function answerWrite(
  kind: Kind,
  operation: Operation,
  object: ConfigObject,
  call: Call,
): Promise<FastifyReply> {
  const { request, reply, place } = call;
  const record = await presentRecord(kind, object, await place.view());
  if (!wantsRepresentation(request, reply))
    return reply.code(operation.status).send(answerOf(operation, record));
  return reply.code(operation.status === 204 ? 200 : operation.status).send(record);
}
