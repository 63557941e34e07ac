import { z } from "zod";
import { defineKind, type JsonObject } from "../../definition/kind";
import { collectionOperations } from "../../definition/operations";
import { filledText, recordId } from "../../definition/parts";
import { tolerantShape } from "../../definition/tolerant";
import { filtersField, rolesField, ruleName } from "./roles";
import { fullRoles, updatedRoles } from "./samples";

const inputs = z.strictObject({
  database: filledText("Database of the collection.", { source: "1 §2.9" }),
  collection: filledText("Collection that the rule protects; one rule for each.", { source: "1 §2.9" }),
  roles: rolesField(),
  filters: filtersField(),
});

/** A data access rule of one collection. */
export const ruleKind = defineKind({
  name: "Rule",
  slug: "rule",
  title: "rule",
  description:
    "Who may read and write the documents of one collection, and which filters are added to requests.",
  source: "1 §2.9, §4.2",
  shape: "collection",
  path: "/groups/{groupId}/apps/{appId}/services/{serviceId}/rules",
  operations: collectionOperations({
    create: { returns: ["_id", "name"] },
    update: { method: "PUT", status: 200, returns: "record" },
  }),
  inputs,
  outputs: z.object({ _id: recordId(), name: ruleName().optional(), ...tolerantShape(inputs.shape) }),
  naturalKey: ["database", "collection"],
  errorCodes: { notFound: "RuleNotFound", alreadyExists: "RuleAlreadyExists" },
  drafted: true,
  deleteBeforeReplace: true,
  normalize: withName,
  samples: {
    default: {
      minimal: { database: "shop", collection: "invoices" },
      full: { database: "shop", collection: "invoices", ...fullRoles },
      update: { database: "store", collection: "receipts", ...updatedRoles },
    },
  },
});

function withName(record: JsonObject): JsonObject {
  return { ...record, name: `${record["database"]}.${record["collection"]}` };
}
