import type { z } from "zod";
import type { JsonObject } from "./kind";
import { nodeOf } from "./schema";
import { type FieldTraits, traitsOf } from "./traits";

/** A value met on a walk over data and its schema together. */
export interface Visit {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly schema: z.ZodType;
  readonly traits: FieldTraits | undefined;
  /** The object or list that holds the value. */
  readonly parent: JsonObject | readonly unknown[];
}

/** Whether a value is a plain JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Walks data along its schema and calls `visit` for every field that is present.
 * JSON-valued fields are visited but not entered; keys that the schema does not have are passed over.
 */
export function walkData(schema: z.ZodType, data: unknown, visit: (visited: Visit) => void): void {
  descend(schema, data, [], visit);
}

function descend(
  schema: z.ZodType,
  data: unknown,
  path: readonly (string | number)[],
  visit: (v: Visit) => void,
): void {
  if (traitsOf(schema)?.json) return;
  const node = nodeOf(schema);
  if (node.type === "array" && Array.isArray(data)) {
    data.forEach((item, index) => {
      descend(node.element, item, [...path, index], visit);
    });
  } else if (node.type === "record" && isJsonObject(data)) {
    for (const [key, value] of Object.entries(data)) descend(node.value, value, [...path, key], visit);
  } else if (node.type === "union") {
    const option = chooseOption(node.options, node.discriminator, data);
    if (option) descend(option, data, path, visit);
  } else if (node.type === "object" && isJsonObject(data)) {
    for (const [key, child] of Object.entries(node.shape)) {
      const value = data[key];
      if (value === undefined) continue;
      const own = [...path, key];
      visit({ path: own, value, schema: child, traits: traitsOf(child), parent: data });
      descend(child, value, own, visit);
    }
  }
}

/** An object met on a walk, with the fields that its schema has. */
export interface VisitedObject {
  readonly path: readonly (string | number)[];
  readonly data: JsonObject;
  readonly shape: Readonly<Record<string, z.ZodType>>;
}

/** Walks data along its schema and calls `visit` for every object that is present, outermost first. */
export function walkObjects(schema: z.ZodType, data: unknown, visit: (visited: VisitedObject) => void): void {
  enterObjects(schema, data, [], visit);
}

function enterObjects(
  schema: z.ZodType,
  data: unknown,
  path: Visit["path"],
  visit: (v: VisitedObject) => void,
): void {
  if (traitsOf(schema)?.json) return;
  const node = nodeOf(schema);
  if (node.type === "array" && Array.isArray(data)) {
    data.forEach((item, index) => {
      enterObjects(node.element, item, [...path, index], visit);
    });
  } else if (node.type === "union") {
    const option = chooseOption(node.options, node.discriminator, data);
    if (option) enterObjects(option, data, path, visit);
  } else if (isJsonObject(data) && (node.type === "object" || node.type === "record")) {
    if (node.type === "object") visit({ path, data, shape: node.shape });
    for (const [key, value] of Object.entries(data)) {
      const child = node.type === "object" ? node.shape[key] : node.value;
      if (child) enterObjects(child, value, [...path, key], visit);
    }
  }
}

/** The option of a union that data belongs to: by its discriminator, else the first whose parse succeeds. */
export function chooseOption(
  options: readonly z.ZodType[],
  discriminator: string | undefined,
  data: unknown,
): z.ZodType | undefined {
  if (discriminator === undefined) return options.find(option => option.safeParse(data).success);
  if (!isJsonObject(data)) return undefined;
  return options.find(option => {
    const node = nodeOf(option);
    if (node.type === "union") return chooseOption(node.options, node.discriminator, data) !== undefined;
    const tag = node.type === "object" ? node.shape[discriminator] : undefined;
    return tag?.safeParse(data[discriminator]).success === true;
  });
}
