import { z } from "zod";
import { defineKind } from "../definition/kind";
import { collectionOperations } from "../definition/operations";
import { recordId, resourceName, text } from "../definition/parts";
import { field } from "../definition/traits";

const { read: _, ...operations } = collectionOperations({
  create: { returns: ["_id", "name"] },
  update: { method: "PUT", status: 204, returns: "nothing", sendsId: true },
});

const inputs = z.strictObject({
  name: resourceName("Name, unique in the app.", { max: 64, begins: "letter or digit", source: "1 §2.6" }),
  value: field(z.string().min(1, "must not be empty").max(500, "must be at most 500 characters long"), {
    description: "The secret text; sent, never returned.",
    writeOnly: true,
    source: "1 §2.6",
  }),
});

/** A secret text that other objects refer to by name. */
export const secretKind = defineKind({
  name: "Secret",
  slug: "secret",
  title: "secret",
  description: "A text that is kept encrypted and never returned; values and providers refer to it by name.",
  source: "1 §2.6, §4.2",
  shape: "listed",
  path: "/groups/{groupId}/apps/{appId}/secrets",
  operations,
  inputs,
  outputs: z.object({
    _id: recordId(),
    name: inputs.shape.name,
    fingerprint: text("Keyed hash of the value, by which a change made elsewhere is seen.", {
      readOnly: true,
    }).optional(),
  }),
  listKeys: ["_id", "name", "fingerprint"],
  naturalKey: ["name"],
  errorCodes: { notFound: "SecretNotFound", alreadyExists: "SecretAlreadyExists" },
  drafted: false,
  deleteBeforeReplace: true,
  samples: {
    default: {
      minimal: { name: "paymentKey", value: "k-1" },
      full: { name: "paymentKey", value: "k-1" },
      update: { name: "paymentKey2", value: "k-2" },
    },
  },
});
