import { isOptional, nodeOf, toArgName, traitsOf } from "@appstead/sdk";
import { fieldSentences, withArgNames } from "./describe-field.mjs";
import { tagOf } from "./schema-parts.mjs";
import { pascalCase, propertyName, singular } from "./text.mjs";

/** @typedef {import("./describe-field.mjs").Renames} Renames */
/** @typedef {import("./schema-parts.mjs").FieldTraits} FieldTraits */
/** @typedef {import("./schema-parts.mjs").Schema} Schema */
/** @typedef {import("./schema-parts.mjs").Shape} Shape */
/** @template {string} T @typedef {Extract<import("./schema-parts.mjs").SchemaNode, {type: T}>} NodeOf */

/**
 * Turns schemas into TypeScript declarations.
 * With `inputs` every value may be an output of another resource; interfaces are then named `…Args`.
 */
export class TypeWriter {
  /** @type {Map<string, string>} */
  #declarations = new Map();
  /** @type {Map<Shape, string>} */
  #names = new Map();
  /** Description of the field whose type is being written; it documents the interfaces met on the way. */
  #about = "";

  /** @param {Renames} renamed @param {{inputs: boolean}} options */
  constructor(renamed, { inputs }) {
    this.renamed = renamed;
    this.inputs = inputs;
  }

  /** Interfaces written so far, in the order of their first use. */
  get declarations() {
    return [...this.#declarations.values()];
  }

  /** Type of a field, wrapped in `pulumi.Input` for arguments. @param {Schema} schema @param {string} name */
  fieldType(schema, name) {
    const type = this.plainType(schema, name);
    const node = nodeOf(schema);
    const discriminator = node.type === "literal" && node.values.length === 1;
    return this.inputs && !discriminator && type !== "unknown" ? `pulumi.Input<${type}>` : type;
  }

  /** Type of a value itself. @param {Schema} schema @param {string} name @returns {string} */
  plainType(schema, name) {
    if (traitsOf(schema)?.json) return jsonType(schema);
    const node = nodeOf(schema);
    if (node.type === "array") return this.#list(this.#partType(node.element, name));
    if (node.type === "record") return `{ [key: string]: ${this.#partType(node.value, name)} }`;
    if (node.type === "literal") return node.values.map(value => JSON.stringify(value)).join(" | ");
    if (node.type === "union") return this.#union(node, name);
    if (node.type === "object") return this.#interface(node, name);
    return leafType(node.name);
  }

  /** Type of one element of a list or map. @param {Schema} schema @param {string} name */
  #partType(schema, name) {
    const about = this.#about;
    this.#about = about && `One of: ${about.charAt(0).toLowerCase()}${about.slice(1)}`;
    const type = this.fieldType(schema, singular(name));
    this.#about = about;
    return type;
  }

  /** @param {string} element */
  #list(element) {
    return /[ |]/.test(element) && !element.startsWith("pulumi.Input<") ? `(${element})[]` : `${element}[]`;
  }

  /** @param {NodeOf<"union">} node @param {string} name */
  #union(node, name) {
    const types = node.options.map(option =>
      this.plainType(option, name + pascalCase(tagOf(option, node.discriminator) ?? "")),
    );
    return [...new Set(types)].join(" | ");
  }

  /** @param {NodeOf<"object">} node @param {string} name */
  #interface(node, name) {
    const known = this.#names.get(node.shape);
    if (known) return known;
    const typeName = this.inputs ? `${name}Args` : name;
    this.#names.set(node.shape, typeName);
    this.#declarations.set(typeName, "");
    const about = this.#about;
    const body = this.members(node.shape, name);
    // Members have been described meanwhile, and another variant of the same field may follow.
    this.#about = about;
    const open = node.keepsUnknownKeys
      ? "  /** Further keys are kept as they are. */\n  [key: string]: unknown;\n"
      : "";
    this.#declarations.set(
      typeName,
      `${docComment([about])}export interface ${typeName} {\n${body}${open}}\n`,
    );
    return typeName;
  }

  /** Says which field's type is written next. @param {FieldTraits | undefined} traits */
  about(traits) {
    this.#about = withArgNames(traits?.description ?? "", this.renamed);
  }

  /** Members of an interface with their docstrings. @param {Shape} shape @param {string} name */
  members(shape, name) {
    return Object.entries(shape)
      .map(([key, child]) => this.member(key, child, name))
      .join("");
  }

  /** One member with its docstring. @param {string} key @param {Schema} schema @param {string} name */
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

/**
 * Docstring lines of a field.
 * @param {Schema} schema
 * @param {Partial<FieldTraits> | undefined} traits
 * @param {Renames} renamed
 */
export function fieldDoc(schema, traits, renamed) {
  const { deprecated, ...others } = traits ?? {};
  const sentences = fieldSentences(schema, others, renamed);
  const source = traits?.source ? ` Source: specification ${traits.source}.` : "";
  return [`${sentences}${source}`, ...(deprecated ? [`@deprecated ${deprecated}`] : [])];
}

/** A docstring. @param {readonly string[]} lines */
export function docComment(lines, indent = "") {
  const safe = lines.filter(Boolean).map(line => line.replaceAll("*/", "*\\/"));
  if (safe.length < 2) return safe.length === 0 ? "" : `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map(line => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

/** Type of a JSON value or document; outputs of other resources may stand anywhere in it. @param {Schema} schema @returns {string} */
function jsonType(schema) {
  const node = nodeOf(schema);
  if (node.type === "record") return "JsonObject";
  if (node.type === "array") return `${jsonType(node.element)}[]`;
  if (node.type === "leaf") return leafType(node.name);
  if (node.type !== "union") return "unknown";
  // Any JSON value is a recursive union, and the only one with null.
  if (node.options.some(isNull)) return "unknown";
  return [...new Set(node.options.map(jsonType))].join(" | ");
}

/** @param {Schema} schema */
function isNull(schema) {
  const node = nodeOf(schema);
  return node.type === "leaf" && node.name === "null";
}

/** @param {string} name */
function leafType(name) {
  if (name === "int" || name === "number") return "number";
  if (name === "string" || name === "boolean" || name === "null") return name;
  return "unknown";
}
