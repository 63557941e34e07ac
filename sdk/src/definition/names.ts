import type { z } from "zod";
import type { JsonObject, Kind } from "./kind";
import { nodeOf } from "./schema";
import { type FieldTraits, traitsOf } from "./traits";
import { isJsonObject } from "./walk";

/** Name of a field among a Pulumi class's arguments: its `argName`, else the wire's name in camelCase. */
export function toArgName(wireKey: string, traits?: FieldTraits): string {
  // Only lower-case words are joined: ids such as AWS_EVENTBRIDGE are names of things, not of fields.
  return (
    traits?.argName ??
    wireKey.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  );
}

/**
 * Data in the wire's names, with the names of Pulumi arguments at every depth.
 * JSON-valued fields, keys of maps and unknown keys are left as they are.
 *
 * @param definition a schema, or a kind for its inputs and outputs together
 */
export function toArgs(definition: z.ZodType | Kind, data: JsonObject): JsonObject {
  return renamed(schemasOf(definition), data, "args") as JsonObject;
}

/** Data in the names of Pulumi arguments, with the wire's names at every depth; the inverse of {@link toArgs}. */
export function toWire(definition: z.ZodType | Kind, data: JsonObject): JsonObject {
  return renamed(schemasOf(definition), data, "wire") as JsonObject;
}

/** A path in the wire's names, as of an input issue, in the names of Pulumi arguments. */
export function toArgPath(
  definition: z.ZodType | Kind,
  path: readonly (string | number)[],
): (string | number)[] {
  let schemas = flattened(schemasOf(definition));
  return path.map(step => {
    const fields = fieldsIn(schemas);
    const entry = fields.get(String(step));
    const name = typeof step === "string" && entry ? entry.argName : step;
    schemas = flattened(entry ? entry.schemas : [...elementsIn(schemas), ...valuesIn(schemas)]);
    return name;
  });
}

interface NamedField {
  readonly wireKey: string;
  readonly argName: string;
  readonly schemas: z.ZodType[];
}

function schemasOf(definition: z.ZodType | Kind): z.ZodType[] {
  return "inputs" in definition ? [definition.inputs, definition.outputs] : [definition];
}

/** Renames along all schemas that data may belong to: names never differ between the variants of a kind. */
function renamed(candidates: readonly z.ZodType[], data: unknown, to: "args" | "wire"): unknown {
  const schemas = flattened(candidates);
  if (schemas.length === 0) return data;
  if (Array.isArray(data)) {
    const elements = elementsIn(schemas);
    return data.map(item => renamed(elements, item, to));
  }
  if (!isJsonObject(data)) return data;
  const values = valuesIn(schemas);
  if (values.length > 0) {
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, renamed(values, value, to)]));
  }
  const fields = [...fieldsIn(schemas).values()];
  const known = new Map(fields.map(field => [to === "args" ? field.wireKey : field.argName, field]));
  const entries = Object.entries(data).map(([key, value]): [string, unknown] => {
    const field = known.get(key);
    if (!field) return [key, value];
    return [to === "args" ? field.argName : field.wireKey, renamed(field.schemas, value, to)];
  });
  return Object.fromEntries(entries);
}

/** Options of unions in their place; nothing for JSON values, which are never entered. */
function flattened(schemas: readonly z.ZodType[]): z.ZodType[] {
  return schemas.flatMap(schema => {
    if (traitsOf(schema)?.json) return [];
    const node = nodeOf(schema);
    return node.type === "union" ? flattened(node.options) : [schema];
  });
}

function elementsIn(schemas: readonly z.ZodType[]): z.ZodType[] {
  return schemas.flatMap(schema => {
    const node = nodeOf(schema);
    return node.type === "array" ? [node.element] : [];
  });
}

function valuesIn(schemas: readonly z.ZodType[]): z.ZodType[] {
  return schemas.flatMap(schema => {
    const node = nodeOf(schema);
    return node.type === "record" ? [node.value] : [];
  });
}

function fieldsIn(schemas: readonly z.ZodType[]): Map<string, NamedField> {
  const found = new Map<string, NamedField>();
  for (const schema of schemas) {
    const node = nodeOf(schema);
    for (const [wireKey, child] of Object.entries(node.type === "object" ? node.shape : {})) {
      const known = found.get(wireKey);
      if (known) known.schemas.push(child);
      else found.set(wireKey, { wireKey, argName: toArgName(wireKey, traitsOf(child)), schemas: [child] });
    }
  }
  return found;
}
