import { fieldsOf, nodeOf, toArgName } from "@appstead/sdk";

/** Wire names of a kind's fields that Pulumi spells otherwise, with the argument's name. */
export function renamedKeys(kind) {
  const fields = [...fieldsOf(kind.inputs), ...fieldsOf(kind.outputs)];
  const pairs = fields.map(({ path, traits }) => [path.at(-1), toArgName(path.at(-1), traits)]);
  return new Map(pairs.filter(([wire, arg]) => wire !== arg));
}

/** Text about a field with the names of arguments in place of the wire's, where they stand in backquotes. */
export function withArgNames(text, renamed) {
  return text.replace(/`([A-Za-z_]+)`/g, (whole, word) =>
    renamed.has(word) ? `\`${renamed.get(word)}\`` : whole,
  );
}

/** Values that a field allows, when they are few and known. */
function allowedValues(schema) {
  const node = nodeOf(schema);
  if (node.type === "array") return allowedValues(node.element);
  if (node.type === "literal" && node.values.length > 1) return node.values;
  return [];
}

/** Sentences about a field: what it is, unit, default, allowed values, effects, source. */
export function fieldSentences(schema, traits, renamed) {
  const values = allowedValues(schema);
  return [
    withArgNames(traits?.description ?? "", renamed),
    traits?.unit && `Unit: ${traits.unit}.`,
    traits?.default && `Default: ${withArgNames(traits.default, renamed)}.`,
    values.length > 0 && `Allowed: ${values.map(value => `\`${JSON.stringify(value)}\``).join(", ")}.`,
    traits?.writeOnly && "Kept secret in the state.",
    traits?.immutable && "A change replaces the resource.",
    traits?.deprecated && `Deprecated: ${withArgNames(traits.deprecated, renamed)}.`,
  ].filter(Boolean);
}
