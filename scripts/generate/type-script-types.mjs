import { isOptional, nodeOf, toArgName, traitsOf } from "@appstead/sdk";
import { fieldSentences, withArgNames } from "./describe-field.mjs";
import { pascalCase, propertyName, singular } from "./text.mjs";

/**
 * Turns schemas into TypeScript declarations.
 * With `inputs` every value may be an output of another resource; interfaces are then named `…Args`.
 */
export class TypeWriter {
  #declarations = new Map();
  #names = new Map();
  /** Description of the field whose type is being written; it documents the interfaces met on the way. */
  #about = "";

  constructor(renamed, { inputs }) {
    this.renamed = renamed;
    this.inputs = inputs;
  }

  /** Interfaces written so far, in the order of their first use. */
  get declarations() {
    return [...this.#declarations.values()];
  }

  /** Type of a field, wrapped in `pulumi.Input` for arguments. */
  fieldType(schema, name) {
    const type = this.plainType(schema, name);
    const node = nodeOf(schema);
    const discriminator = node.type === "literal" && node.values.length === 1;
    return this.inputs && !discriminator && type !== "unknown" ? `pulumi.Input<${type}>` : type;
  }

  /** Type of a value itself. */
  plainType(schema, name) {
    if (traitsOf(schema)?.json) return jsonType(schema);
    const node = nodeOf(schema);
    if (node.type === "array") return this.#list(this.fieldType(node.element, singular(name)));
    if (node.type === "record") return `{ [key: string]: ${this.fieldType(node.value, singular(name))} }`;
    if (node.type === "literal") return node.values.map(value => JSON.stringify(value)).join(" | ");
    if (node.type === "union") return this.#union(node, name);
    if (node.type === "object") return this.#interface(node, name);
    return leafType(node.name);
  }

  #list(element) {
    return /[ |]/.test(element) && !element.startsWith("pulumi.Input<") ? `(${element})[]` : `${element}[]`;
  }

  #union(node, name) {
    const types = node.options.map(option => {
      const tag = node.discriminator && nodeOf(nodeOf(option).shape[node.discriminator]).values[0];
      return this.plainType(option, tag ? name + pascalCase(String(tag)) : name);
    });
    return [...new Set(types)].join(" | ");
  }

  #interface(node, name) {
    const known = this.#names.get(node.shape);
    if (known) return known;
    const typeName = this.inputs ? `${name}Args` : name;
    this.#names.set(node.shape, typeName);
    this.#declarations.set(typeName, "");
    const doc = docComment([this.#about]);
    const body = this.members(node.shape, name);
    const open = node.keepsUnknownKeys
      ? "  /** Further keys are kept as they are. */\n  [key: string]: unknown;\n"
      : "";
    this.#declarations.set(typeName, `${doc}export interface ${typeName} {\n${body}${open}}\n`);
    return typeName;
  }

  /** Says which field's type is written next. */
  about(traits) {
    this.#about = withArgNames(traits?.description ?? "", this.renamed);
  }

  /** Members of an interface with their docstrings. */
  members(shape, name) {
    return Object.entries(shape)
      .map(([key, child]) => this.member(key, child, name))
      .join("");
  }

  /** One member with its docstring. */
  member(key, schema, name) {
    const traits = traitsOf(schema);
    const argument = toArgName(key, traits);
    const mark = isOptional(schema) ? "?" : "";
    this.about(traits);
    const type = this.fieldType(schema, name + pascalCase(key));
    const doc = docComment(fieldDoc(schema, traits, this.renamed), "  ");
    return `${doc}  ${propertyName(argument)}${mark}: ${type};\n`;
  }
}

/** Docstring lines of a field. */
export function fieldDoc(schema, traits, renamed) {
  const sentences = fieldSentences(schema, { ...traits, deprecated: undefined }, renamed);
  const source = traits?.source ? [`Source: specification ${traits.source}.`] : [];
  const deprecated = traits?.deprecated ? [`@deprecated ${traits.deprecated}`] : [];
  return [[...sentences, ...source].join(" "), ...deprecated];
}

/** A docstring. */
export function docComment(lines, indent = "") {
  const safe = lines.filter(Boolean).map(line => line.replaceAll("*/", "*\\/"));
  if (safe.length < 2) return safe.length === 0 ? "" : `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map(line => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

/** Type of a JSON value or document; outputs of other resources may stand anywhere in it. */
function jsonType(schema) {
  const node = nodeOf(schema);
  if (node.type === "record") return "JsonObject";
  if (node.type === "array") return `${jsonType(node.element)}[]`;
  if (node.type === "leaf") return leafType(node.name);
  if (node.type !== "union") return "unknown";
  // Any JSON value is a recursive union, and the only one with null.
  if (node.options.some(option => nodeOf(option).name === "null")) return "unknown";
  return [...new Set(node.options.map(jsonType))].join(" | ");
}

function leafType(name) {
  if (name === "int" || name === "number") return "number";
  if (name === "string" || name === "boolean" || name === "null") return name;
  return "unknown";
}
