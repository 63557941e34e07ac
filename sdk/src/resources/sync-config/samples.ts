import type { z } from "zod";
import type { Samples } from "../../definition/kind";
import type { flexibleSync } from "./flexible";
import type { partitionSync } from "./partition";

const permissions = { read: { "%%user.id": "%%partition" }, write: { "%%user.id": "%%partition" } };

/** Samples of partition-based sync. */
export const partitionSamples: Samples<z.input<typeof partitionSync>> = {
  minimal: {
    type: "partition",
    state: "enabled",
    partition: { key: "owner_id", type: "string", permissions },
  },
  full: {
    type: "partition",
    state: "enabled",
    development_mode_enabled: false,
    database_name: "shop",
    partition: { key: "owner_id", type: "string", required: false, permissions },
    client_max_offline_days: 30,
    is_recovery_mode_disabled: false,
  },
  update: {
    type: "partition",
    state: "disabled",
    development_mode_enabled: true,
    database_name: "store",
    partition: { key: "owner_id", type: "string", required: false, permissions },
    client_max_offline_days: 10,
    is_recovery_mode_disabled: true,
  },
  replace: {
    type: "partition",
    state: "enabled",
    development_mode_enabled: false,
    database_name: "shop",
    partition: {
      key: "team_id",
      type: "objectId",
      required: true,
      permissions: { read: true, write: { "%%user.custom_data.admin": true } },
    },
    client_max_offline_days: 30,
    is_recovery_mode_disabled: false,
  },
};

const fullFlexible: z.input<typeof flexibleSync> = {
  type: "flexible",
  state: "enabled",
  database_name: "shop",
  queryable_fields_names: ["owner_id", "status"],
  indexed_queryable_fields_names: ["owner_id"],
  collection_queryable_fields_names: { orders: ["total"] },
  permissions: {},
  client_max_offline_days: 30,
  is_recovery_mode_disabled: false,
  asymmetric_tables: ["measurements"],
};

/** Samples of flexible sync. */
export const flexibleSamples: Samples<z.input<typeof flexibleSync>> = {
  minimal: { type: "flexible", state: "enabled", queryable_fields_names: ["owner_id"] },
  full: fullFlexible,
  update: {
    type: "flexible",
    state: "disabled",
    database_name: "shop",
    queryable_fields_names: ["owner_id", "status", "region"],
    indexed_queryable_fields_names: ["status"],
    collection_queryable_fields_names: { orders: ["total", "paid"] },
    permissions: { defaultRoles: [] },
    client_max_offline_days: 10,
    is_recovery_mode_disabled: true,
    asymmetric_tables: ["clicks"],
  },
  replace: { ...fullFlexible, database_name: "store" },
};
