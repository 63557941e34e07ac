import { z } from "zod";
import { defineKind } from "../definition/kind";
import { collectionOperations } from "../definition/operations";
import { filledText, flag, recordId, text } from "../definition/parts";
import { tolerantShape } from "../definition/tolerant";
import { field } from "../definition/traits";

const source = "1 §2.11, §4.4";
const logTypes = [
  "auth",
  "endpoint",
  "function",
  "graphql",
  "push",
  "schema",
  "service",
  "sync",
  "trigger",
  "trigger_error_handler",
] as const;

const collectionAction = z.strictObject({
  type: field(z.literal("collection"), {
    description: "`collection`: entries are inserted into a collection.",
    source,
  }),
  name: text("Name that is kept with the action.", { source }).optional(),
  data_source: filledText("Name of the data source.", { ref: { kind: "DataSource", by: "name" }, source }),
  database: filledText("Database of the collection.", { source }),
  collection: filledText("Collection that entries are inserted into.", { source }),
});

const functionAction = z.strictObject({
  type: field(z.literal("function"), {
    description: "`function`: a function is called with the entries.",
    source,
  }),
  name: filledText("Name of the function.", { ref: { kind: "Function", by: "name" }, source }),
});

const inputs = z.strictObject({
  name: field(z.string().min(1, "must not be empty"), { description: "Name, unique in the app.", source }),
  disabled: flag("Whether nothing is forwarded.", { source }),
  log_types: field(z.array(z.enum(logTypes)), {
    description: "Types of log entries to forward.",
    unordered: true,
    source,
  }),
  log_statuses: field(z.array(z.enum(["error", "success"])), {
    description: "Outcomes to forward; an entry must match its type and its outcome.",
    unordered: true,
    source,
  }),
  policy: field(
    z.strictObject({
      type: field(z.enum(["single", "batch"]), {
        description:
          "`single` forwards every entry at once, `batch` up to 100 entries at least once a minute.",
        source,
      }),
    }),
    { description: "When entries are forwarded.", source },
  ),
  action: field(z.discriminatedUnion("type", [collectionAction, functionAction]), {
    description: "Where entries are forwarded to.",
    source,
  }),
});

/** Copies log entries into a collection or to a function. */
export const logForwarderKind = defineKind({
  name: "LogForwarder",
  slug: "log-forwarder",
  title: "log forwarder",
  description: "Copies log entries that match its types and outcomes into a collection or to a function.",
  source,
  shape: "collection",
  path: "/groups/{groupId}/apps/{appId}/log_forwarders",
  operations: collectionOperations({
    create: { returns: "record" },
    update: { method: "PATCH", status: 200, returns: "record" },
    toggle: true,
  }),
  inputs,
  outputs: z.object({ _id: recordId(), ...tolerantShape(inputs.shape) }),
  naturalKey: ["name"],
  errorCodes: { notFound: "LogForwarderNotFound", alreadyExists: "LogForwarderAlreadyExists" },
  drafted: true,
  deleteBeforeReplace: true,
  samples: {
    default: {
      minimal: {
        name: "errors",
        disabled: false,
        log_types: ["function"],
        log_statuses: ["error"],
        policy: { type: "single" },
        action: { type: "function", name: "chargeCustomer" },
      },
      full: {
        name: "errors",
        disabled: false,
        log_types: ["auth", "function"],
        log_statuses: ["error"],
        policy: { type: "single" },
        action: {
          type: "collection",
          name: "keep",
          data_source: "mongodb-atlas",
          database: "logs",
          collection: "errors",
        },
      },
      update: {
        name: "everything",
        disabled: true,
        log_types: ["auth", "function", "trigger"],
        log_statuses: ["error", "success"],
        policy: { type: "batch" },
        action: {
          type: "collection",
          name: "store",
          data_source: "archive",
          database: "history",
          collection: "entries",
        },
      },
      steps: {
        "action.type": {
          name: "errors",
          disabled: false,
          log_types: ["auth", "function"],
          log_statuses: ["error"],
          policy: { type: "single" },
          action: { type: "function", name: "refundCustomer" },
        },
      },
    },
  },
});
