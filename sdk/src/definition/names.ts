import type { z } from "zod";
import type { JsonObject, Kind } from "./kind";
import { perObject } from "./per-object";
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
  return namesOf(definition).rename(data, "args") as JsonObject;
}

/** Data in the names of Pulumi arguments, with the wire's names at every depth; the inverse of {@link toArgs}. */
export function toWire(definition: z.ZodType | Kind, data: JsonObject): JsonObject {
  return namesOf(definition).rename(data, "wire") as JsonObject;
}

/** A path in the wire's names, as of an input issue, in the names of Pulumi arguments. */
export function toArgPath(
  definition: z.ZodType | Kind,
  path: readonly (string | number)[],
): (string | number)[] {
  let names = namesOf(definition);
  return path.map(step => {
    const field = names.fields.wire.get(String(step));
    names = field?.names ?? names.inside;
    return typeof step === "string" && field ? field.argName : step;
  });
}

interface NamedField {
  readonly wireKey: string;
  readonly argName: string;
  readonly names: Names;
}

/** The same fields by either name. */
interface NamedFields {
  readonly wire: ReadonlyMap<string, NamedField>;
  readonly args: ReadonlyMap<string, NamedField>;
}

/**
 * The names at one place of the data, by all schemas that it may belong to: names never differ between the variants of
 * a kind. What is deeper is worked out when it is first asked for, because schemas may hold themselves.
 */
class Names {
  readonly #schemas: readonly z.ZodType[];
  #fields: NamedFields | undefined;
  #inside: Names | undefined;

  constructor(schemas: readonly z.ZodType[]) {
    this.#schemas = flattened(schemas);
  }

  get fields(): NamedFields {
    this.#fields ??= fieldsIn(this.#schemas);
    return this.#fields;
  }

  /** Names in the elements of a list and the values of a map. */
  get inside(): Names {
    this.#inside ??= new Names(this.#schemas.flatMap(schema => contentOf(schema) ?? []));
    return this.#inside;
  }

  rename(data: unknown, to: "args" | "wire"): unknown {
    if (this.#schemas.length === 0) return data;
    if (Array.isArray(data)) return data.map(item => this.inside.rename(item, to));
    if (!isJsonObject(data)) return data;
    const isMap = this.#schemas.some(schema => nodeOf(schema).type === "record");
    const fields = to === "args" ? this.fields.wire : this.fields.args;
    const entries = Object.entries(data).map(([key, value]): [string, unknown] => {
      if (isMap) return [key, this.inside.rename(value, to)];
      const field = fields.get(key);
      if (!field) return [key, value];
      return [to === "args" ? field.argName : field.wireKey, field.names.rename(value, to)];
    });
    return Object.fromEntries(entries);
  }
}

const namesOf = perObject(
  (definition: z.ZodType | Kind) =>
    new Names("inputs" in definition ? [definition.inputs, definition.outputs] : [definition]),
);

/** Options of unions in their place; nothing for JSON values, which are never entered. */
function flattened(schemas: readonly z.ZodType[]): z.ZodType[] {
  return schemas.flatMap(schema => {
    if (traitsOf(schema)?.json) return [];
    const node = nodeOf(schema);
    return node.type === "union" ? flattened(node.options) : [schema];
  });
}

function contentOf(schema: z.ZodType): z.ZodType | undefined {
  const node = nodeOf(schema);
  return node.type === "array" ? node.element : node.type === "record" ? node.value : undefined;
}

function fieldsIn(schemas: readonly z.ZodType[]): NamedFields {
  const children = new Map<string, z.ZodType[]>();
  for (const schema of schemas) {
    const node = nodeOf(schema);
    for (const [wireKey, child] of Object.entries(node.type === "object" ? node.shape : {}))
      children.set(wireKey, [...(children.get(wireKey) ?? []), child]);
  }
  const fields = [...children].map(([wireKey, [first, ...others]]) => {
    const argName = toArgName(wireKey, first && traitsOf(first));
    return { wireKey, argName, names: new Names(first ? [first, ...others] : []) };
  });
  return {
    wire: new Map(fields.map(field => [field.wireKey, field])),
    args: new Map(fields.map(field => [field.argName, field])),
  };
}
