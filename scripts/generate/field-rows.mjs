import { isOptional, nodeOf, toArgName, traitsOf } from "@appstead/sdk";
import { fieldSentences } from "./describe-field.mjs";
import { distinctRows } from "./markdown-table.mjs";
import { listed } from "./text.mjs";

/** @typedef {import("./describe-field.mjs").Renames} Renames */
/** @typedef {import("./schema-parts.mjs").Schema} Schema */
/** @typedef {import("./schema-parts.mjs").Shape} Shape */

/**
 * Rows of all fields below a schema: path, type, whether it is required, description. A recursive schema is entered once.
 * @param {Schema} schema
 * @param {Renames} renamed
 * @param {string} prefix path of the schema
 * @param {ReadonlyMap<Shape, string>} open objects that the schema is inside of, with their paths
 * @returns {string[][]}
 */
export function fieldRows(schema, renamed, prefix = "", open = new Map()) {
  if (traitsOf(schema)?.json) return [];
  const node = nodeOf(schema);
  if (node.type === "array") return fieldRows(node.element, renamed, `${prefix}[]`, open);
  if (node.type === "record") return fieldRows(node.value, renamed, `${prefix}.<key>`, open);
  if (node.type === "union")
    return distinctRows(node.options.flatMap(option => fieldRows(option, renamed, prefix, open)));
  if (node.type !== "object" || open.has(node.shape)) return [];
  const inside = new Map(open).set(node.shape, prefix);
  return Object.entries(node.shape).flatMap(([key, child]) => {
    const traits = traitsOf(child);
    const name = toArgName(key, traits);
    const path = prefix ? `${prefix}.${name}` : name;
    const about = [fieldSentences(child, traits, renamed), ...recursionNote(child, inside)].join(" ");
    const row = [`\`${path}\``, typeText(child), requirement(child), about];
    return [row, ...fieldRows(child, renamed, path, inside)];
  });
}

/** Says where the fields of a recursive schema are described. @param {Schema} schema @param {ReadonlyMap<Shape, string>} open @returns {string[]} */
function recursionNote(schema, open) {
  const node = nodeOf(schema);
  if (node.type === "array") return recursionNote(node.element, open);
  if (node.type === "record") return recursionNote(node.value, open);
  const path = node.type === "object" ? open.get(node.shape) : undefined;
  return path ? [`Its objects are like \`${path}\`, to any depth.`] : [];
}

/** @param {Schema} schema */
function requirement(schema) {
  if (!isOptional(schema)) return "yes";
  return traitsOf(schema)?.ref?.required ? "one of two" : "no";
}

/** Type of a field in words. @param {Schema} schema @returns {string} */
export function typeText(schema) {
  const traits = traitsOf(schema);
  if (traits?.expression) return "expression";
  const node = nodeOf(schema);
  if (traits?.json) return jsonText(node);
  if (node.type === "array") return `list of ${plural(typeText(node.element))}`;
  if (node.type === "record") return `map of ${plural(typeText(node.value))}`;
  if (node.type === "union") return listed([...new Set(node.options.map(typeText))], "or");
  if (node.type === "literal")
    return node.values.length === 1 ? `\`${JSON.stringify(node.values[0])}\`` : "string";
  if (node.type === "object") return "object";
  return node.name === "int" ? "number" : node.name;
}

/** @param {import("./schema-parts.mjs").SchemaNode} node */
function jsonText(node) {
  if (node.type === "record") return "JSON object";
  if (node.type === "array") return "list of JSON objects";
  return node.type === "union" && node.options.length === 2 ? "string or JSON object" : "JSON value";
}

/** @param {string} type */
function plural(type) {
  return /^(string|number|boolean|object)$/.test(type)
    ? `${type}s`
    : type.replace(/^(list|map) of/, "$1s of");
}
