import {
  fieldsOf,
  isJsonObject,
  type JsonObject,
  type Kind,
  type Operation,
  traitsOf,
  walkData,
} from "@appstead/sdk";
import type { ConfigObject, ConfigView } from "../../config/config-store";
import { sectionsOf } from "./kind-paths";
import { encodeSection } from "./sections";

/** A record as clients read it: with its id, its sections, and without what is only sent. */
export async function presentRecord(kind: Kind, object: ConfigObject, view: ConfigView): Promise<JsonObject> {
  const record = withoutWriteOnly(kind, object.record);
  for (const { section, field } of sectionsOf(kind)) {
    const found = await view.get(section.name, object.id);
    const holder = record[field];
    if (found) record[field] = { ...(isJsonObject(holder) ? holder : {}), ...encodeSection(section, found) };
  }
  return {
    _id: object.id,
    ...record,
    ...(tellsLastModified(kind) ? { last_modified: object.lastModified } : {}),
  };
}

/** An entry of a list: the keys that the kind's lists have, else the whole record. */
export async function presentEntry(kind: Kind, object: ConfigObject, view: ConfigView): Promise<JsonObject> {
  const { listKeys } = kind;
  if (!listKeys) return presentRecord(kind, object, view);
  return pickKeys(
    { _id: object.id, ...withoutWriteOnly(kind, object.record), last_modified: object.lastModified },
    listKeys,
  );
}

/** What an operation answers with; `undefined` is an empty body. */
export function answerOf(operation: Operation, record: JsonObject): unknown {
  if (operation.returns === "nothing") return undefined;
  if (operation.returns === "empty object") return {};
  return operation.returns === "record" ? record : pickKeys(record, operation.returns);
}

function pickKeys(record: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter(key => record[key] !== undefined).map(key => [key, record[key]]));
}

function withoutWriteOnly(kind: Kind, record: JsonObject): JsonObject {
  const copy = structuredClone(record);
  walkData(kind.inputs, copy, ({ path, schema, parent }) => {
    const key = path.at(-1);
    if (traitsOf(schema)?.writeOnly && isJsonObject(parent) && typeof key === "string") delete parent[key];
  });
  return copy;
}

const told = new WeakMap<Kind, boolean>();

function tellsLastModified(kind: Kind): boolean {
  const known = told.get(kind);
  if (known !== undefined) return known;
  const tells = fieldsOf(kind.outputs).some(({ path }) => path.length === 1 && path[0] === "last_modified");
  told.set(kind, tells);
  return tells;
}
