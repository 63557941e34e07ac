import { z } from "zod";
import type { InputIssue } from "../../definition/kind";
import { flag, integer, jsonObject, text } from "../../definition/parts";
import { tolerantShape } from "../../definition/tolerant";
import { field } from "../../definition/traits";
import { stateField } from "./state";

const source = "1 §2.11";
const fieldNames = (description: string) =>
  field(z.array(z.string()), { description, unordered: true, source }).optional();

/** Inputs of a flexible sync configuration. */
export const flexibleSync = z.strictObject({
  type: field(z.literal("flexible"), {
    description: "`flexible`: clients subscribe to queries.",
    immutable: true,
    source,
  }),
  state: stateField(),
  database_name: text("Database whose collections are synced.", { immutable: true, source }).optional(),
  queryable_fields_names: fieldNames("Fields that clients may query in every collection."),
  indexed_queryable_fields_names: field(
    z.array(z.string()).max(1, "at most one queryable field can be indexed"),
    {
      description: "Queryable field that is indexed; also listed in `queryable_fields_names`.",
      source,
    },
  ).optional(),
  collection_queryable_fields_names: field(
    z.record(z.string(), z.union([z.array(z.string()), z.record(z.string(), z.string())])),
    {
      description: "Fields that clients may query, by collection.",
      source,
    },
  ).optional(),
  permissions: jsonObject("Old form of permissions; use rules instead.", {
    deprecated: "use Rule and DefaultRule",
    source,
  }).optional(),
  client_max_offline_days: integer("Days after which an offline client must reset.", {
    unit: "days",
    default: "30",
    source,
  }).optional(),
  is_recovery_mode_disabled: flag("Whether clients discard unsynced changes at a reset.", {
    default: "false",
    source,
  }).optional(),
  asymmetric_tables: field(z.array(z.string()), {
    description: "Collections that clients only write to.",
    unordered: true,
    source,
  }).optional(),
});

/** What the service returns of a flexible sync configuration. */
export const flexibleSyncOutputs = z.object({
  ...tolerantShape(flexibleSync.shape),
  last_disabled: field(z.union([z.number(), z.string()]), {
    description: "Time at which sync was last disabled.",
    readOnly: true,
  }).optional(),
});

/** Rules of flexible sync: what is indexed can also be queried. */
export function flexibleSyncIssues(value: z.output<typeof flexibleSync>): InputIssue[] {
  const queryable = value.queryable_fields_names ?? [];
  return (value.indexed_queryable_fields_names ?? []).flatMap((name, index) =>
    queryable.includes(name)
      ? []
      : [
          {
            path: ["indexed_queryable_fields_names", index],
            message: `${name} must also be listed in queryable_fields_names`,
          },
        ],
  );
}
