import { z } from "zod";
import { defineKind, type JsonObject } from "../definition/kind";
import { collectionOperations } from "../definition/operations";
import { flag, integer, recordId, resourceName, text } from "../definition/parts";
import { tolerantShape } from "../definition/tolerant";
import { field } from "../definition/traits";
import { isJsonObject } from "../definition/walk";
import { linkIssues } from "./data-source-link";
import { dataSourceSamples } from "./data-source-samples";

const readPreferences = [
  "primary",
  "primaryPreferred",
  "secondary",
  "secondaryPreferred",
  "nearest",
] as const;
const syncBlocks = ["sync", "flexible_sync"] as const;

const inputs = z.strictObject({
  name: resourceName("Name, unique in the app; schemas, triggers and functions use it.", {
    max: 64,
    source: "1 §4.1",
  }),
  type: field(z.enum(["mongodb-atlas", "mongodb", "datalake"]), {
    description: "`mongodb-atlas` and `mongodb` link a cluster, `datalake` a federated database.",
    immutable: true,
    source: "1 §2.1",
  }),
  config: field(
    z.looseObject({
      clusterName: text("Name of the cluster; needed for `mongodb-atlas`.", { source: "1 §2.11" }).optional(),
      dataLakeName: text("Name of the federated database; needed for `datalake`.", {
        source: "1 §2.11",
      }).optional(),
      readPreference: field(z.enum(readPreferences), {
        description: "Members of the cluster that reads go to.",
        default: "primary",
        source: "1 §2.11",
      }).optional(),
      readPreferenceTagSets: field(z.array(z.record(z.string(), z.unknown())), {
        description: "Tag sets that a member must match to be read from, in order of preference.",
        json: true,
        source: "1 §2.11",
      }).optional(),
      wireProtocolEnabled: flag("Whether clients may connect with MongoDB drivers.", {
        default: "false",
        source: "1 §2.11",
      }).optional(),
    }),
    {
      description:
        "Settings of the link; further keys are kept as they are. `sync` and `flexible_sync` belong to SyncConfig.",
      source: "1 §2.11",
    },
  ),
  secret_config: field(z.record(z.string(), z.string()), {
    description: "Names of the secrets that hold confidential settings, by setting.",
    ref: { kind: "Secret", by: "name" },
    source: "1 §4.1",
  }).optional(),
  version: integer("Version of the format of `config`.", { source: "1 §4.1" }).optional(),
});

/** A linked data source: a service of the app. */
export const dataSourceKind = defineKind({
  name: "DataSource",
  slug: "data-source",
  title: "data source",
  description:
    "A linked cluster or federated database that rules, schemas, triggers and sync settings hang on.",
  source: "1 §2.11, §4.1",
  shape: "collection",
  path: "/groups/{groupId}/apps/{appId}/services",
  operations: collectionOperations({
    create: { returns: ["_id", "name", "type", "version"] },
    update: { method: "PATCH", status: 200, returns: "record" },
  }),
  inputs,
  outputs: z.object({
    _id: recordId(),
    ...tolerantShape(inputs.shape),
    type: text("Type of the data source.", { immutable: true }),
    last_modified: integer("Time of the last change.", {
      readOnly: true,
      unit: "seconds since the epoch",
    }).optional(),
  }),
  listKeys: ["_id", "name", "type", "version", "last_modified"],
  naturalKey: ["name"],
  errorCodes: { notFound: "ServiceNotFound", alreadyExists: "ServiceAlreadyExists" },
  drafted: true,
  deleteBeforeReplace: true,
  encode: (value, operation) => {
    const body = withoutSync(value);
    return operation === "update" ? { secret_config: {}, ...body } : body;
  },
  decode: withoutSync,
  merge: mergeKeepingSync,
  verify: value => linkIssues(value.type, value.config),
  deprecation: value => {
    const used = syncBlocks.find(block => block in value.config);
    return used && `config.${used} is not managed with the data source; declare a SyncConfig instead`;
  },
  samples: { default: dataSourceSamples },
});

function withoutSync(record: JsonObject): JsonObject {
  const config = record["config"];
  if (!isJsonObject(config)) return record;
  const kept = Object.entries(config).filter(([key]) => !syncBlocks.some(block => block === key));
  return { ...record, config: Object.fromEntries(kept) };
}

/** Replaces keys of the record; sync settings of the stored `config` stay, because another object owns them. */
function mergeKeepingSync(stored: JsonObject, body: JsonObject): JsonObject {
  const merged = { ...stored, ...body };
  const [before, after] = [stored["config"], body["config"]];
  if (!isJsonObject(before) || !isJsonObject(after)) return merged;
  const kept = syncBlocks.filter(block => before[block] !== undefined).map(block => [block, before[block]]);
  return { ...merged, config: { ...Object.fromEntries(kept), ...after } };
}
