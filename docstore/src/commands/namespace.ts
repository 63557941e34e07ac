import { Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { Catalog, CollectionInfo } from "../storage/catalog.js";
import { compileIndexSpec } from "../storage/index-spec.js";

/** A collection's name as a command carries it in its first field. */
export function collectionName(command: Doc): string {
  const name: Value | undefined = command.values[0];
  if (typeof name === "string" && name !== "") return name;
  throw new CommandError(
    "InvalidNamespace",
    `collection name has invalid type or is empty in command ${command.keys[0]}`,
  );
}

export function checkNamespace(db: string, name: string): void {
  if (db === "" || /[/\\. "$\0]/.test(db) || Buffer.byteLength(db) > 63) {
    throw new CommandError("InvalidNamespace", `Invalid database name: '${db}'`);
  }
  const bad =
    name === "" || name.includes("$") || name.includes("\0") || name.startsWith(".") || name.endsWith(".");
  if (bad || name.startsWith("system.") || Buffer.byteLength(`${db}.${name}`) > 255) {
    throw new CommandError("InvalidNamespace", `Invalid collection name: '${db}.${name}'`);
  }
}

export function createCollection(
  catalog: Catalog,
  db: string,
  name: string,
  options = new Doc(),
): CollectionInfo {
  checkNamespace(db, name);
  catalog.create(db, name, options);
  catalog.addIndex(
    requireCollection(catalog, db, name),
    "_id_",
    compileIndexSpec(Doc.of({ _id: new Int32(1) }), "_id_"),
  );
  return requireCollection(catalog, db, name);
}

/** The collection, made on first use. */
export function ensureCollection(catalog: Catalog, db: string, name: string): CollectionInfo {
  return catalog.find(db, name) ?? createCollection(catalog, db, name);
}

export function requireCollection(catalog: Catalog, db: string, name: string): CollectionInfo {
  const found = catalog.find(db, name);
  if (found === undefined) throw new CommandError("NamespaceNotFound", `ns does not exist: ${db}.${name}`);
  return found;
}
