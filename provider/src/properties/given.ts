import { nodeOf } from "@appstead/sdk/definition/schema";
import { traitsOf } from "@appstead/sdk/definition/traits";
import { chooseOption, isJsonObject } from "@appstead/sdk/definition/walk";
import type { Schema } from "./schema-type";

/**
 * Which settings a user gave, without their values: `true` for a value that is taken as a whole, else the same again
 * for every key or element. It is kept in the state, so that a setting which is dropped later shows as a change while
 * defaults of the service never do.
 */
export type Given = true | { readonly [key: string]: Given } | readonly Given[];

/** The settings that are present in data. */
export function givenIn(schema: Schema, data: unknown): Given {
  if (traitsOf(schema)?.json) return true;
  const node = nodeOf(schema);
  if (node.type === "union") {
    const option = chooseOption(node.options, node.discriminator, data);
    return option ? givenIn(option, data) : true;
  }
  if (node.type === "array" && Array.isArray(data)) {
    const elements = data.map(item => givenIn(node.element, item));
    return elements.every(element => element === true) ? true : elements;
  }
  if (!isJsonObject(data)) return true;
  if (node.type === "record") return mapValues(data, value => givenIn(node.value, value));
  if (node.type !== "object") return true;
  return mapValues(data, (value, key) => {
    const child = node.shape[key];
    return child ? givenIn(child, value) : true;
  });
}

/** The part of data that was given; elements of lists beyond those given are kept whole. */
export function project(data: unknown, given: Given): unknown {
  if (given === true) return data;
  if (isList(given)) {
    if (!Array.isArray(data)) return data;
    return data.map((item: unknown, index) => project(item, given[index] ?? true));
  }
  if (!isJsonObject(data)) return data;
  const kept = Object.entries(given).filter(([key]) => data[key] !== undefined);
  return Object.fromEntries(kept.map(([key, child]) => [key, project(data[key], child)]));
}

/** What was given in either. */
export function mergeGiven(a: Given, b: Given): Given {
  if (a === true || b === true) return true;
  if (isList(a) || isList(b)) return isList(a) && isList(b) ? mergeLists(a, b) : true;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...keys].map(key => [key, mergeOptional(a[key], b[key])]));
}

/** One line of text for the state: the engine writes the whole state anew after every step, a line for every key. */
export function formatGiven(given: Given): string {
  return JSON.stringify(given, (_, value: unknown) => (value === true ? 1 : value));
}

/** Reads what {@link formatGiven} made; `undefined` when it is missing or damaged. */
export function parseGiven(text: unknown): Given | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return asGiven(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asGiven(value: unknown): Given | undefined {
  if (value === 1) return true;
  if (Array.isArray(value)) {
    const elements = value.map(asGiven);
    return elements.every(element => element !== undefined) ? elements : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value).flatMap(([key, child]) => {
    const parsed = asGiven(child);
    return parsed === undefined ? [] : [[key, parsed] as const];
  });
  return Object.fromEntries(entries);
}

function mergeLists(a: readonly Given[], b: readonly Given[]): readonly Given[] {
  const longer = a.length > b.length ? a : b;
  return longer.map((_, index) => mergeOptional(a[index], b[index]));
}

function mergeOptional(a: Given | undefined, b: Given | undefined): Given {
  if (a === undefined || b === undefined) return a ?? b ?? true;
  return mergeGiven(a, b);
}

function isList(given: Given): given is readonly Given[] {
  return Array.isArray(given);
}

function mapValues<T>(
  data: Record<string, unknown>,
  map: (value: unknown, key: string) => T,
): Record<string, T> {
  const present = Object.entries(data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([key, value]) => [key, map(value, key)]));
}
