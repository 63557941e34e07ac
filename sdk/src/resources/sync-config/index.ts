import { z } from "zod";
import { defineKind, type JsonObject } from "../../definition/kind";
import { isJsonObject } from "../../definition/walk";
import { flexibleSync, flexibleSyncIssues, flexibleSyncOutputs } from "./flexible";
import { partitionSync, partitionSyncOutputs } from "./partition";
import { flexibleSamples, partitionSamples } from "./samples";

const blockOf = { partition: "sync", flexible: "flexible_sync" } as const;

/** The sync settings of a data source: its `sync` or `flexible_sync` block. */
export const syncConfigKind = defineKind({
  name: "SyncConfig",
  slug: "sync-config",
  title: "sync configuration",
  description:
    "Sync settings of a data source; one data source per app can be synced. Deleting it terminates sync.",
  source: "2 §2.2, 1 §2.11",
  shape: "section",
  path: "/groups/{groupId}/apps/{appId}/services/{serviceId}/config",
  operations: {
    create: { method: "PATCH", path: "", status: 204, returns: "nothing" },
    read: { method: "GET", path: "", status: 200, returns: "record" },
    update: { method: "PATCH", path: "", status: 204, returns: "nothing" },
    delete: { method: "PATCH", path: "", status: 204, returns: "nothing" },
  },
  inputs: z.discriminatedUnion("type", [partitionSync, flexibleSync]),
  outputs: z.discriminatedUnion("type", [partitionSyncOutputs, flexibleSyncOutputs]),
  naturalKey: [],
  errorCodes: { notFound: "ServiceNotFound" },
  drafted: true,
  deleteBeforeReplace: true,
  variantField: "type",
  encode: (value, operation) => {
    const { type, ...block } = value;
    return {
      [blockOf[type]]:
        operation === "delete" ? { state: "" } : type === "partition" ? { type, ...block } : block,
    };
  },
  decode: body => decodeBlock(body, "partition") ?? decodeBlock(body, "flexible"),
  verify: value => (value.type === "flexible" ? flexibleSyncIssues(value) : []),
  deprecation: value =>
    value.type === "partition"
      ? 'partition-based sync is deprecated; use a flexible sync configuration (type: "flexible") instead'
      : undefined,
  samples: { partition: partitionSamples, flexible: flexibleSamples },
});

function decodeBlock(body: JsonObject, type: keyof typeof blockOf): JsonObject | undefined {
  const block = body[blockOf[type]];
  return isJsonObject(block) && block["state"] ? { ...block, type } : undefined;
}
