import type { JsonObject, Kind } from "@appstead/sdk";

/** What a PATCH makes of a record: as the kind says, else every key of the body replaces that key; `null` removes it. */
export function mergeRecord(kind: Kind, record: JsonObject, fragment: JsonObject): JsonObject {
  const merged = kind.merge ? kind.merge(record, fragment) : { ...record, ...fragment };
  const removed = new Set(Object.keys(fragment).filter(key => fragment[key] === null));
  return Object.fromEntries(Object.entries(merged).filter(([key]) => !removed.has(key)));
}
