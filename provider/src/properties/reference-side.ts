import type { JsonObject, Kind } from "@appstead/sdk";
import { isJsonObject, walkData } from "@appstead/sdk/definition/walk";
import { valueAt } from "./carried";

/**
 * Drops one side of every reference pair, because the service returns both: what stays is the side that was given,
 * or the id when neither was. So a rename of the object that is pointed at does not change what points at it.
 */
export function withGivenSide(kind: Kind, record: JsonObject, given: JsonObject | undefined): JsonObject {
  const dropped = new Map<object, Set<string>>();
  walkData(kind.outputs, record, ({ path, traits, parent }) => {
    const ref = traits?.ref;
    const key = String(path.at(-1));
    if (ref?.by !== "id" || ref.sibling === undefined || !isJsonObject(parent)) return;
    if (isEmpty(parent[ref.sibling])) return;
    const holder = valueAt(given, path.slice(0, -1));
    const byName = isJsonObject(holder) && holder[ref.sibling] !== undefined && holder[key] === undefined;
    const unwanted = byName || isEmpty(parent[key]) ? key : ref.sibling;
    dropped.set(parent, (dropped.get(parent) ?? new Set<string>()).add(unwanted));
  });
  const result = without(record, dropped);
  return isJsonObject(result) ? result : record;
}

function without(data: unknown, dropped: ReadonlyMap<object, ReadonlySet<string>>): unknown {
  if (Array.isArray(data)) return data.map(item => without(item, dropped));
  if (!isJsonObject(data)) return data;
  const unwanted = dropped.get(data);
  const kept = Object.entries(data).filter(([key]) => !unwanted?.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, without(value, dropped)]));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
