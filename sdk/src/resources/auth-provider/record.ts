import { z } from "zod";
import { flag, text } from "../../definition/parts";
import { field } from "../../definition/traits";

/** Section of the specification that describes providers. */
export const source = "1 §2.3";

/** Fields that every provider has; fresh ones for each variant. */
export function providerFields<const T extends string>(type: T, description: string) {
  return {
    type: field(z.literal(type), { description: `\`${type}\`: ${description}`, immutable: true, source }),
    name: field(z.literal(type), {
      description: "Name; always the type.",
      default: "the type",
      immutable: true,
      source,
    }).optional(),
    disabled: flag("Whether users cannot log in with it.", { default: "false", source }).optional(),
  };
}

/** Name of a secret in `secret_config`. */
export const secretName = (description: string) =>
  text(description, { ref: { kind: "Secret", by: "name" }, source });

/** Metadata fields that an OAuth provider copies into the user's data. */
export const oauthMetadataFields = () =>
  field(
    z.array(
      z.strictObject({
        name: text("Name of the field at the provider, for example `email`.", { source }),
        required: flag("Whether users without the field are refused.", {
          default: "false",
          source,
        }).optional(),
      }),
    ),
    { description: "Fields that are copied into the user's data.", unordered: true, source },
  ).optional();

/** Addresses that users may be sent to after logging in. */
export const redirectUris = () =>
  field(z.array(z.string()), {
    description: "Addresses that users may be sent to after logging in.",
    unordered: true,
    source,
  }).optional();

/** Email domains that users must belong to. */
export const domainRestrictions = () =>
  field(z.array(z.string()), {
    description: "Email domains that users must belong to; needs `email` among the metadata fields.",
    unordered: true,
    source,
  }).optional();
