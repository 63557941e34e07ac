import { isJsonObject, type JsonObject } from "@appstead/sdk";
import type { ObjectDocument, RowDocument } from "./documents";
import type { StoredObject } from "./stored-object";

/** The form in which the database keeps an object. */
export function encodeObject({ from: _, terms: __, record, ...kept }: StoredObject): ObjectDocument {
  return { ...kept, record: JSON.stringify(record) };
}

export function decodeObject(document: ObjectDocument, terms: readonly string[], from: number): StoredObject {
  return { ...document, record: parseRecord(document.record), terms, from };
}

export function decodeRow(row: RowDocument): StoredObject {
  return decodeObject(row.object, row.terms, row.from);
}

/** Id of the row that a version writes for an object. */
export function rowId(appId: string, key: string, from: number): string {
  return `${appId}/${key}@${from}`;
}

function parseRecord(text: string): JsonObject {
  const record: unknown = JSON.parse(text);
  if (isJsonObject(record)) return record;
  throw new Error("A stored configuration record is not a JSON object: the database was changed by hand.");
}
