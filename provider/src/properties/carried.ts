import type { JsonObject, Kind } from "@appstead/sdk";
import { nodeOf } from "@appstead/sdk/definition/schema";
import { isJsonObject, walkData } from "@appstead/sdk/definition/walk";
import type { Schema } from "./schema-type";

type Step = string | number;

/** Output of the service by which a changed secret is seen without its value. */
const fingerprint = "fingerprint";

/** Top-level keys of a schema, of all variants together. */
export function topLevelKeys(schema: Schema): string[] {
  const node = nodeOf(schema);
  if (node.type === "union") return [...new Set(node.options.flatMap(topLevelKeys))];
  return node.type === "object" ? Object.keys(node.shape) : [];
}

/** Whether the service can tell what was sent at a path: it is neither a secret nor missing from the outputs. */
export function isReadable(
  kind: Kind,
  secretPaths: readonly (readonly Step[])[],
  path: readonly Step[],
): boolean {
  const secret = secretPaths.some(known => known.every((step, index) => step === path[index]));
  return !secret && topLevelKeys(kind.outputs).includes(String(path[0]));
}

/** Paths of the secrets that data holds. */
export function secretPathsIn(kind: Kind, data: JsonObject): (readonly Step[])[] {
  const found: (readonly Step[])[] = [];
  walkData(kind.inputs, data, ({ path, traits }) => {
    if (traits?.writeOnly) found.push(path);
  });
  return found;
}

/**
 * Adds to a record what was sent and is never returned, so that the state knows it: secrets, and settings that matter
 * only at creation. A secret that was changed elsewhere is left out, so that the next update sends it again.
 */
export function withCarried(
  kind: Kind,
  record: JsonObject,
  sent: JsonObject,
  previous?: JsonObject,
): JsonObject {
  const secrets = secretPathsIn(kind, sent);
  const keepsSecrets = !wasChangedElsewhere(record, previous);
  const safe = keepsSecrets ? sent : secrets.reduce((data, path) => setAt(data, path, undefined), sent);
  const returned = topLevelKeys(kind.outputs);
  const settable = topLevelKeys(kind.inputs).filter(
    key => !returned.includes(key) && safe[key] !== undefined,
  );
  const base = { ...record, ...Object.fromEntries(settable.map(key => [key, safe[key]])) };
  return keepsSecrets ? secrets.reduce((data, path) => setAt(data, path, valueAt(sent, path)), base) : base;
}

function wasChangedElsewhere(record: JsonObject, previous: JsonObject | undefined): boolean {
  const [before, now] = [previous?.[fingerprint], record[fingerprint]];
  return before !== undefined && now !== undefined && before !== now;
}

/** Value at a path; `undefined` when something on the way is missing. */
export function valueAt(data: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isJsonObject(value) ? value[String(step)] : undefined;
  }, data);
}

/** Copy of data with a value at a path; unchanged when the object that would hold it is missing. */
function setAt(data: JsonObject, path: readonly Step[], value: unknown): JsonObject {
  const result = setInside(data, path, value);
  return isJsonObject(result) ? result : data;
}

function setInside(data: unknown, path: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(data))
    return data.map((item: unknown, i) => (i === step ? setInside(item, rest, value) : item));
  return isJsonObject(data) ? { ...data, [step]: setInside(data[String(step)], rest, value) } : data;
}
