import { z } from "zod";
import { type FieldTraits, field, type KindName } from "./traits";

type Description = Omit<FieldTraits, "description">;

/** Text field. */
export const text = (description: string, traits: Description = {}) =>
  field(z.string(), { description, ...traits });

/** Text field that must hold something. */
export const filledText = (description: string, traits: Description = {}) =>
  field(z.string().min(1, "must not be empty"), { description, ...traits });

/** Boolean field. */
export const flag = (description: string, traits: Description = {}) =>
  field(z.boolean(), { description, ...traits });

/** Whole number field. */
export const integer = (description: string, traits: Description = {}) =>
  field(z.int(), { description, ...traits });

/** JSON document of the user: an object whose keys are never renamed. */
export const jsonObject = (description: string, traits: Description = {}) =>
  field(z.record(z.string(), z.unknown()), { description, json: true, ...traits });

/** Any JSON value. */
export const jsonValue = (description: string, traits: Description = {}) =>
  field(z.json(), { description, json: true, ...traits });

/** JSON expression of the rule language: a boolean or an object. */
export const expression = (description: string, traits: Description = {}) =>
  field(z.union([z.boolean(), z.record(z.string(), z.unknown())]), {
    description,
    json: true,
    expression: true,
    ...traits,
  });

/** ObjectId in hexadecimal form. */
export const objectId = (description: string, traits: Description = {}) =>
  field(z.string(), { description, ...traits });

/** `_id` of a record. */
export const recordId = () => objectId("Id of the object.", { readOnly: true });

/** Name with the characters that the service allows: ASCII letters, digits, `_`, `-`. */
export function resourceName(
  description: string,
  options: { max: number; begins?: "letter" | "letter or digit" } & Description,
) {
  const { max, begins, ...traits } = options;
  const first =
    begins === "letter" ? /^(?![^A-Za-z])/ : begins === "letter or digit" ? /^(?![^A-Za-z0-9])/ : /^/;
  const schema = z
    .string()
    .min(1, "must not be empty")
    .max(max, `must be at most ${max} characters long`)
    .regex(/^[A-Za-z0-9_-]*$/, "can only contain ASCII letters, numbers, underscores, and hyphens")
    .regex(first, `must begin with a ${begins}`);
  return field(schema, { description, ...traits });
}

/**
 * A pair of sibling fields that point at another object by id or by name; exactly one is given.
 *
 * @param stem wire name without its ending: `function` gives `function_id` and `function_name`,
 *   with `camel` `functionId` and `functionName`
 */
export function reference<const S extends string, const C extends boolean = false>(
  kind: KindName,
  stem: S,
  options: { camel?: C; required?: boolean; describe: string } & Description,
): Record<C extends true ? `${S}Id` | `${S}Name` : `${S}_id` | `${S}_name`, z.ZodOptional<z.ZodString>> {
  const { camel, required = true, describe, ...traits } = options;
  const id = camel ? `${stem}Id` : `${stem}_id`;
  const named = camel ? `${stem}Name` : `${stem}_name`;
  const half = (by: "id" | "name", sibling: string) =>
    field(z.string().min(1, "must not be empty"), {
      ...traits,
      description: `${by === "id" ? "Id" : "Name"} of ${describe}; give this or \`${sibling}\`.`,
      ref: { kind, by, sibling, required },
    }).optional();
  return { [id]: half("id", named), [named]: half("name", id) } as never;
}
