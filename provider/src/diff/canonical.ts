import { nodeOf } from "@appstead/sdk/definition/schema";
import { traitsOf } from "@appstead/sdk/definition/traits";
import { chooseOption, isJsonObject } from "@appstead/sdk/definition/walk";
import type { Schema } from "../properties/schema-type";

/**
 * A form of data in which equal settings are equal: lists without order become one sorted text, JSON values one form
 * of extended JSON, `null` is the same as not set.
 */
export function canonical(schema: Schema, data: unknown): unknown {
  const traits = traitsOf(schema);
  if (traits?.json) return canonicalJson(data);
  const node = nodeOf(schema);
  if (node.type === "union") {
    const option = chooseOption(node.options, node.discriminator, data);
    return option ? canonical(option, data) : canonicalJson(data);
  }
  if (node.type === "array" && Array.isArray(data)) {
    const elements = data.map(item => canonical(node.element, item));
    // One text, so that a difference is reported at the list and not at meaningless positions.
    return traits?.unordered ? `set ${[...new Set(elements.map(stableText))].sort().join(",")}` : elements;
  }
  if (!isJsonObject(data)) return data;
  if (node.type === "record") return mapPresent(data, value => canonical(node.value, value));
  if (node.type !== "object") return canonicalJson(data);
  return mapPresent(data, (value, key) => {
    const child = node.shape[key];
    return child ? canonical(child, value) : canonicalJson(value);
  });
}

/** One of the two notations of extended JSON where both stand for the same BSON value. */
export function canonicalJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalJson);
  if (!isJsonObject(value)) return value;
  return scalarOf(value) ?? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, canonicalJson(v)]));
}

function scalarOf(value: Record<string, unknown>): unknown {
  const [key, ...others] = Object.keys(value);
  if (key === undefined || others.length > 0) return undefined;
  const inner = value[key];
  if (key === "$date") return dateOf(inner);
  if (typeof inner !== "string") return undefined;
  const number = Number(inner);
  if (inner.trim() === "" || !Number.isFinite(number)) return undefined;
  // Plain JSON numbers are read as int when whole and as double when not; other combinations name another type.
  if (key === "$numberInt" && Number.isInteger(number)) return number;
  return key === "$numberDouble" && !Number.isInteger(number) ? number : undefined;
}

function dateOf(inner: unknown): unknown {
  const long = isJsonObject(inner) ? inner["$numberLong"] : undefined;
  const time =
    typeof long === "string" ? Number(long) : typeof inner === "string" ? Date.parse(inner) : Number.NaN;
  return Number.isFinite(time) ? { $date: { $numberLong: String(time) } } : undefined;
}

/** JSON text that does not depend on the order of keys. */
export function stableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableText).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${stableText(child)}`).join(",")}}`;
}

function mapPresent(data: Record<string, unknown>, map: (value: unknown, key: string) => unknown) {
  const present = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present.map(([key, value]) => [key, map(value, key)]));
}
