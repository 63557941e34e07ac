import { z } from "zod";
import { defineKind, type InputIssue, type JsonObject, type Reference } from "../../definition/kind";
import { collectionOperations } from "../../definition/operations";
import { filledText, flag, jsonObject, recordId, text } from "../../definition/parts";
import { tolerantShape } from "../../definition/tolerant";
import { field } from "../../definition/traits";
import { isJsonObject } from "../../definition/walk";
import { jsonSchemaIssues } from "./json-schema";
import { schemaSamples } from "./samples";

const source = "1 §2.9";
const refPattern = /^#\/relationship\/([^/]+)\/([^/]+)\/([^/]+)$/;

const inputs = z.strictObject({
  metadata: field(
    z.strictObject({
      data_source: filledText("Name of the data source.", {
        immutable: true,
        ref: { kind: "DataSource", by: "name" },
        source,
      }),
      database: filledText("Database of the collection.", { immutable: true, source }),
      collection: filledText("Collection; it has at most one schema.", { immutable: true, source }),
    }),
    { description: "Collection that the schema describes.", immutable: true, source },
  ),
  schema: jsonObject("JSON schema with `bsonType` types; `title` names the type in GraphQL and in clients.", {
    source,
  }).optional(),
  relationships: field(
    z.record(
      z.string(),
      z.strictObject({
        ref: field(
          z
            .string()
            .regex(refPattern, "must be of the form #/relationship/<data source>/<database>/<collection>"),
          {
            description:
              "Collection that is pointed at: `#/relationship/<data source>/<database>/<collection>`.",
            source,
          },
        ),
        foreign_key: filledText("Field of the other collection that holds the property's value.", { source }),
        is_list: flag("Whether the property holds a list of values.", {
          default: "false",
          source,
        }).optional(),
        source_key: text("Field of this collection; the property's own name when not set.", {
          source,
        }).optional(),
      }),
    ),
    { description: "Relationships to other collections, by property.", source },
  ).optional(),
});

/** A schema of a collection. */
export const schemaKind = defineKind({
  name: "Schema",
  slug: "schema",
  title: "schema",
  description: "JSON schema of the documents of one collection, and its relationships to other collections.",
  source: "1 §2.9, §4.2",
  shape: "collection",
  path: "/groups/{groupId}/apps/{appId}/schemas",
  operations: collectionOperations({
    create: { status: 200, returns: ["_id", "metadata"] },
    update: { method: "PUT", status: 204, returns: "nothing" },
  }),
  inputs,
  outputs: z.object({ _id: recordId(), ...tolerantShape(inputs.shape) }),
  listKeys: ["_id", "metadata"],
  naturalKey: ["metadata.data_source", "metadata.database", "metadata.collection"],
  errorCodes: { notFound: "SchemaNotFound", alreadyExists: "SchemaAlreadyExists" },
  drafted: true,
  deleteBeforeReplace: true,
  references: relationshipTargets,
  verify: value => [
    ...(value.schema === undefined ? [] : jsonSchemaIssues(value.schema, ["schema"])),
    ...relationshipIssues(value.relationships ?? {}, value.schema?.["required"]),
  ],
  samples: { default: schemaSamples },
});

function relationshipTargets(record: JsonObject): Reference[] {
  const relationships = isJsonObject(record["relationships"]) ? record["relationships"] : {};
  return Object.entries(relationships).flatMap(([property, relationship]): Reference[] => {
    const ref = isJsonObject(relationship) ? relationship["ref"] : undefined;
    const name = typeof ref === "string" ? refPattern.exec(ref)?.[1] : undefined;
    return name
      ? [{ kind: "DataSource", by: "name", value: name, path: `relationships.${property}.ref` }]
      : [];
  });
}

function relationshipIssues(relationships: JsonObject, required: unknown): InputIssue[] {
  return Object.keys(relationships).flatMap(property => {
    const path = ["relationships", property];
    if (property === "_id")
      return [{ path, message: "_id cannot be the source of a relationship; use another property" }];
    if (!Array.isArray(required) || !required.includes(property)) return [];
    return [
      {
        path,
        message: `${property} is listed in schema.required; take it out of there or drop the relationship`,
      },
    ];
  });
}
