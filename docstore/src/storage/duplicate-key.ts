import { decimalToString } from "../bson/decimal.js";
import {
  Binary,
  Code,
  DbPointer,
  Decimal,
  Doc,
  Int32,
  Marker,
  ObjectIdValue,
  type RawArray,
  type RawDoc,
  Regex,
  SymbolValue,
  Timestamp,
  UtcDate,
  type Value,
} from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { type CollectionInfo, namespaceOf } from "./catalog.js";
import type { IndexInfo } from "./index-info.js";
import type { IndexEntry } from "./index-keys.js";

export function duplicateKeyError(
  collection: CollectionInfo,
  index: IndexInfo,
  entry: IndexEntry,
): CommandError {
  const keyValue = new Doc();
  index.fields.forEach((field, i) => {
    keyValue.push(field.path, entry.values[i] ?? null);
  });
  const where = `collection: ${namespaceOf(collection)} index: ${index.name}`;
  return new CommandError(
    "DuplicateKey",
    `E11000 duplicate key error ${where} dup key: ${display(keyValue)}`,
    Doc.of({ keyPattern: index.keyPattern, keyValue }),
  );
}

/** A value in the notation of MongoDB's messages. */
export function display(value: Value): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Int32) return String(value.value);
  if (value instanceof Doc) {
    const fields = [...value.entries()].map(([name, field]) => `${name}: ${display(field)}`);
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ ${value.map(display).join(", ")} ]`;
  if (value instanceof ObjectIdValue) return `ObjectId('${hex(value.bytes)}')`;
  if (value instanceof UtcDate) return `new Date(${value.ms})`;
  return displayRare(value);
}

function displayRare(
  value: Decimal | Binary | Regex | Timestamp | SymbolValue | Code | DbPointer | Marker | RawArray | RawDoc,
): string {
  if (value instanceof Decimal) return decimalToString(value);
  if (value instanceof Binary) {
    return value.subtype === 4
      ? `UUID("${uuid(value.bytes)}")`
      : `BinData(${value.subtype}, ${hex(value.bytes).toUpperCase()})`;
  }
  if (value instanceof Regex) return `/${value.pattern}/${value.flags}`;
  if (value instanceof Timestamp) return `Timestamp(${value.value >> 32n}, ${value.value & 0xffffffffn})`;
  if (value instanceof SymbolValue) return JSON.stringify(value.value);
  if (value instanceof Code) return value.code;
  if (value instanceof DbPointer) return `DBRef('${value.namespace}', ${hex(value.id)})`;
  if (value instanceof Marker)
    return { minKey: "MinKey", maxKey: "MaxKey", undefined: "undefined" }[value.name];
  return "(encoded)";
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function uuid(bytes: Uint8Array): string {
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, "$1-$2-$3-$4-$5");
}
