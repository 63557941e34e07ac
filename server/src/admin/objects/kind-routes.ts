import type { Kind, Operation } from "@appstead/sdk";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConfigObject } from "../../config/config-store";
import { pathParameter, requiredPathParameter } from "../../http/path-parameters";
import type { AdminParts } from "../admin-parts";
import { scopeOf } from "../scope";
import { type HookTable, hooksOf } from "./hook-table";
import { idempotencyKeyOf } from "./idempotency-key";
import { objectBody, optionalObjectBody } from "./json-body";
import { KindObjects, type Place } from "./kind-objects";
import { appKinds, parentOf, routePath, sectionsOf } from "./kind-paths";
import { wantsRepresentation } from "./prefer";
import { answerOf, presentEntry, presentRecord } from "./present-record";

/** Serves every operation of every kind below an app; nothing here knows what a kind is called. */
export function registerKindRoutes(app: FastifyInstance, parts: AdminParts, table: HookTable): void {
  for (const kind of appKinds) {
    if (kind.shape === "section") continue;
    const objects = new KindObjects(parts, kind, table);
    registerKind(app, kind, objects);
    for (const { section, field } of sectionsOf(kind)) registerSection(app, kind, objects, section, field);
    hooksOf(table, kind).routes?.(app, parts);
  }
}

function registerKind(app: FastifyInstance, kind: Kind, objects: KindObjects): void {
  const { list, create, read, update, delete: remove, enable, disable } = kind.operations;
  const parameter = parentOf(kind)?.parameter;
  const placeOf = (request: FastifyRequest): Place => {
    const parentId = parameter === undefined ? undefined : requiredPathParameter(request, parameter);
    return { scope: scopeOf(request), ...(parentId === undefined ? {} : { parentId }) };
  };
  const route = (operation: Operation | undefined, handler: Handler) => {
    if (!operation) return;
    const url = routePath(kind.path + operation.path);
    app.route({
      method: operation.method,
      url,
      handler: (request, reply) => handler(request, reply, placeOf(request)),
    });
  };
  const written = async (operation: Operation, object: ConfigObject, place: Place, io: Io) =>
    answer(io, operation, await presentRecord(kind, object, await objects.view(place)));

  route(list, async (_request, _reply, place) => {
    const view = await objects.view(place);
    return Promise.all((await objects.list(place)).map(object => presentEntry(kind, object, view)));
  });
  route(create, async (request, reply, place) => {
    const object = await objects.create(place, objectBody(request.body), idempotencyKeyOf(request));
    return written(create, object, place, { request, reply });
  });
  route(read, async (request, _reply, place) =>
    presentRecord(kind, await objects.read(place, pathParameter(request, "id")), await objects.view(place)),
  );
  route(update, async (request, reply, place) => {
    const merge = update.method === "PATCH";
    const object = await objects.update(place, pathParameter(request, "id"), objectBody(request.body), merge);
    return written(update, object, place, { request, reply });
  });
  route(remove, async (request, reply, place) => {
    await objects.remove(place, pathParameter(request, "id"));
    return reply.code(remove.status).send(answerOf(remove, {}));
  });
  for (const [operation, disabled] of [
    [enable, false],
    [disable, true],
  ] as const) {
    route(operation, async (request, reply, place) => {
      optionalObjectBody(request.body);
      const object = await objects.toggle(place, requiredPathParameter(request, "id"), disabled);
      if (operation) return written(operation, object, place, { request, reply });
    });
  }
}

/** A section is read and written through the field of the object that holds it. */
function registerSection(
  app: FastifyInstance,
  kind: Kind,
  objects: KindObjects,
  section: Kind,
  field: string,
): void {
  const { read, update } = section.operations;
  const parameter = parentOf(section)?.parameter ?? "";
  const url = routePath(section.path);
  const fieldOf = async (place: Place, object: ConfigObject) =>
    (await presentRecord(kind, object, await objects.view(place)))[field] ?? {};
  if (read) {
    app.get(url, async request => {
      const place = { scope: scopeOf(request) };
      return fieldOf(place, await objects.read(place, requiredPathParameter(request, parameter)));
    });
  }
  app.route({
    method: update.method,
    url,
    handler: async (request, reply) => {
      const place = { scope: scopeOf(request) };
      const object = await objects.updateField(
        place,
        requiredPathParameter(request, parameter),
        field,
        objectBody(request.body),
      );
      if (wantsRepresentation(request, reply)) return reply.code(200).send(await fieldOf(place, object));
      return reply.code(update.status).send();
    },
  });
}

type Handler = (request: FastifyRequest, reply: FastifyReply, place: Place) => Promise<unknown>;

interface Io {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function answer({ request, reply }: Io, operation: Operation, record: Record<string, unknown>): FastifyReply {
  if (!wantsRepresentation(request, reply))
    return reply.code(operation.status).send(answerOf(operation, record));
  return reply.code(operation.status === 204 ? 200 : operation.status).send(record);
}
