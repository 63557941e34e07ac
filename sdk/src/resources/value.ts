import { z } from "zod";
import { defineKind } from "../definition/kind";
import { collectionOperations } from "../definition/operations";
import { flag, jsonValue, recordId, resourceName } from "../definition/parts";
import { tolerantShape } from "../definition/tolerant";

const inputs = z.strictObject({
  name: resourceName("Name, unique in the app.", { max: 64, begins: "letter or digit", source: "1 §2.6" }),
  private: flag("Whether only functions and rules may read it, not clients.", {
    default: "false",
    source: "1 §2.6",
  }).optional(),
  from_secret: flag("Whether `value` is the name of a secret whose text is the value.", {
    default: "false",
    source: "1 §2.6",
  }).optional(),
  value: jsonValue("Any JSON value, or with `from_secret` the name of a secret.", { source: "1 §2.6" }),
});

/** A named JSON value that functions and rules read. */
export const valueKind = defineKind({
  name: "Value",
  slug: "value",
  title: "value",
  description: "A JSON value that functions and rules read by name; it may stand for a secret.",
  source: "1 §2.6, §4.2",
  shape: "collection",
  path: "/groups/{groupId}/apps/{appId}/values",
  operations: collectionOperations({
    create: { returns: "record" },
    update: { method: "PUT", status: 200, returns: "record" },
  }),
  inputs,
  outputs: z.object({ _id: recordId(), ...tolerantShape(inputs.shape) }),
  listKeys: ["_id", "name", "private"],
  naturalKey: ["name"],
  errorCodes: { notFound: "ValueNotFound", alreadyExists: "ValueDuplicateName" },
  drafted: true,
  deleteBeforeReplace: true,
  encode: value => ({ ...value, private: value.private ?? false, from_secret: value.from_secret ?? false }),
  references: record =>
    record["from_secret"] === true && typeof record["value"] === "string"
      ? [{ kind: "Secret", by: "name", value: record["value"], path: "value" }]
      : [],
  normalize: record => ({
    ...record,
    private: record["private"] ?? false,
    from_secret: record["from_secret"] ?? false,
  }),
  verify: value =>
    value.from_secret && typeof value.value !== "string"
      ? [{ path: ["value"], message: "must be the name of a secret, because from_secret is true" }]
      : [],
  samples: {
    default: {
      minimal: { name: "currency", value: "EUR" },
      full: { name: "shipping", private: false, from_secret: false, value: { flat_rate: 5, freeFrom: 50 } },
      update: { name: "shippingKey", private: true, from_secret: true, value: "carrierKey" },
      steps: {
        from_secret: { name: "shipping", private: false, from_secret: true, value: "carrierKey" },
        value: {
          name: "shipping",
          private: false,
          from_secret: false,
          value: [1, "two", null, { three: true }],
        },
      },
    },
  },
});
