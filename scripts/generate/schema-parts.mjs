import { nodeOf } from "@appstead/sdk";

/** @typedef {import("@appstead/sdk").Kind} Kind */
/** @typedef {import("@appstead/sdk").FieldTraits} FieldTraits */
/** @typedef {import("@appstead/sdk").SchemaNode} SchemaNode */
/** A schema of the definition language. @typedef {Parameters<typeof nodeOf>[0]} Schema */
/** Schemas of an object's fields, by their names on the wire. @typedef {Readonly<Record<string, Schema>>} Shape */
/** One variant of a schema; without a tag when there is just one. @typedef {{shape: Shape, schema: Schema, tag?: string}} Variant */

/** Variants of an object's schema, in their order. @param {Schema} schema @returns {Variant[]} */
export function variantsOfSchema(schema) {
  const node = nodeOf(schema);
  if (node.type !== "union") return [{ shape: shapeOf(schema), schema }];
  return node.options.map(option => {
    const tag = tagOf(option, node.discriminator);
    return { shape: shapeOf(option), schema: option, ...(tag === undefined ? {} : { tag }) };
  });
}

/**
 * Value of the discriminator in one option of a union, if the union has one.
 * @param {Schema} option
 * @param {string | undefined} discriminator
 */
export function tagOf(option, discriminator) {
  const schema = discriminator === undefined ? undefined : shapeOf(option)[discriminator];
  const literal = schema && nodeOf(schema);
  return literal?.type === "literal" ? String(literal.values[0]) : undefined;
}

/** Fields of an object's schema. @param {Schema} schema @returns {Shape} */
function shapeOf(schema) {
  const node = nodeOf(schema);
  if (node.type !== "object") throw new Error(`a kind's inputs and outputs are objects, not ${node.type}`);
  return node.shape;
}
