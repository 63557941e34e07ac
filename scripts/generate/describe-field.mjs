import { fieldsOf, nodeOf, toArgName } from "@appstead/sdk";

/** @typedef {import("./schema-parts.mjs").Kind} Kind */
/** @typedef {import("./schema-parts.mjs").FieldTraits} FieldTraits */
/** @typedef {import("./schema-parts.mjs").Schema} Schema */
/** Names on the wire that Pulumi spells otherwise, with the argument's name. @typedef {ReadonlyMap<string, string>} Renames */

/** Wire names of a kind's fields that Pulumi spells otherwise. @param {Kind} kind @returns {Renames} */
export function renamedKeys(kind) {
  const fields = [...fieldsOf(kind.inputs), ...fieldsOf(kind.outputs)];
  const pairs = fields.map(({ path, traits }) => {
    const wire = path.at(-1) ?? "";
    return /** @type {const} */ ([wire, toArgName(wire, traits)]);
  });
  return new Map(pairs.filter(([wire, arg]) => wire !== arg));
}

/**
 * Text about a field with the names of arguments in place of the wire's, where they stand in backquotes.
 * @param {string} text
 * @param {Renames} renamed
 */
export function withArgNames(text, renamed) {
  return text.replace(
    /`([A-Za-z_]+)`/g,
    (_, /** @type {string} */ word) => `\`${renamed.get(word) ?? word}\``,
  );
}

/** Values that a field allows, when they are few and known. @param {Schema} schema @returns {readonly unknown[]} */
function allowedValues(schema) {
  const node = nodeOf(schema);
  if (node.type === "array") return allowedValues(node.element);
  if (node.type === "literal" && node.values.length > 1) return node.values;
  return [];
}

/** A default, marked as code where it is a value and not prose. @param {Schema} schema @param {string} text */
function defaultText(schema, text) {
  if (allowedValues(schema).includes(text)) return `\`${JSON.stringify(text)}\``;
  return /^(true|false|-?\d+|\{\}|\[\]|"[^"]*")( \(.*\))?$/.test(text)
    ? text.replace(/^[^ ]+/, "`$&`")
    : text;
}

/**
 * Sentences about a field: what it is, unit, default, allowed values, effects.
 * @param {Schema} schema
 * @param {Partial<FieldTraits> | undefined} traits
 * @param {Renames} renamed
 */
export function fieldSentences(schema, traits, renamed) {
  const values = allowedValues(schema).map(value => `\`${JSON.stringify(value)}\``);
  const sentences = [
    withArgNames(traits?.description ?? "", renamed),
    traits?.unit && `Unit: ${traits.unit}.`,
    traits?.default && `Default: ${defaultText(schema, withArgNames(traits.default, renamed))}.`,
    values.length > 0 && `Allowed: ${values.join(", ")}.`,
    traits?.writeOnly && "Kept secret in the state.",
    traits?.immutable && "A change replaces the resource.",
    traits?.deprecated && `Deprecated: ${withArgNames(traits.deprecated, renamed)}.`,
  ];
  return sentences.filter(sentence => typeof sentence === "string" && sentence !== "").join(" ");
}
