import type { Kind } from "@appstead/sdk";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ConfigObject } from "../../config/config-store";
import { requiredPathParameter } from "../../http/path-parameters";
import type { AdminParts } from "../admin-parts";
import { scopeOf } from "../scope";
import { objectBody } from "./json-body";
import type { KindObjects } from "./kind-objects";
import { parentOf, routePath, type SectionField } from "./kind-paths";
import { Place } from "./place";
import { wantsRepresentation } from "./prefer";
import { presentRecord } from "./present-record";

interface SectionParts extends SectionField {
  readonly app: FastifyInstance;
  readonly parts: AdminParts;
  /** The kind whose records hold the section, and its objects. */
  readonly kind: Kind;
  readonly objects: KindObjects;
}

/** A section is read and written through the field of the object that holds it. */
export function registerSection({ app, parts, kind, objects, section, field }: SectionParts): void {
  const { read, update } = section.operations;
  const url = routePath(section.path);
  const placeOf = (request: FastifyRequest) => ({
    place: new Place(parts.service.config, scopeOf(request)),
    id: requiredPathParameter(request, parentOf(section)?.parameter ?? ""),
  });
  const fieldOf = async (place: Place, object: ConfigObject) =>
    (await presentRecord(kind, object, await place.view()))[field] ?? {};

  if (read) {
    app.get(url, async request => {
      const { place, id } = placeOf(request);
      return fieldOf(place, await objects.read(place, id));
    });
  }
  app.route({
    method: update.method,
    url,
    handler: async (request, reply) => {
      const { place, id } = placeOf(request);
      const object = await objects.updateField(place, id, { section, field }, objectBody(request.body));
      if (!wantsRepresentation(request, reply)) return reply.code(update.status).send();
      return reply.code(200).send(await fieldOf(place, object));
    },
  });
}
