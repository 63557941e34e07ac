import { equalValues } from "../bson/order.js";
import { Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { CollectionInfo } from "../storage/catalog.js";
import type { IndexInfo } from "../storage/index-info.js";
import { parseIndexSpec } from "../storage/index-spec.js";
import { Args } from "./args.js";
import type { WriteCommand, WriteContext } from "./context.js";
import { collectionName, ensureCollection, requireCollection } from "./namespace.js";

export const createIndexes: WriteCommand = context => {
  const args = new Args(context.command, "createIndexes", [
    "indexes",
    "commitQuorum",
    "ignoreUnknownIndexOptions",
  ]);
  const name = collectionName(context.command);
  const specs = args.documents("indexes");
  if (specs.length === 0) throw new CommandError("BadValue", "Must specify at least one index to create");
  const parsed = specs.map(parseIndexSpec);
  const createdCollectionAutomatically = context.catalog.find(context.db, name) === undefined;
  const before = ensureCollection(context.catalog, context.db, name).indexes.length;
  for (const index of parsed) createIndex(context, name, index.name, index.spec);
  const after = requireCollection(context.catalog, context.db, name).indexes.length;
  const reply = Doc.of({
    numIndexesBefore: new Int32(before),
    numIndexesAfter: new Int32(after),
    createdCollectionAutomatically,
  });
  if (before === after) reply.push("note", "all indexes already exist");
  return reply;
};

function createIndex(context: WriteContext, collectionName: string, name: string, spec: Doc): void {
  const collection = requireCollection(context.catalog, context.db, collectionName);
  if (isThere(collection, name, spec)) return;
  context.catalog.addIndex(collection, name, spec);
  const changed = requireCollection(context.catalog, context.db, collectionName);
  const index = changed.indexes.find(other => other.name === name);
  if (index === undefined) throw new TypeError(`index ${name} was not created`);
  context.rows.build(changed, index);
}

/** Whether the same index exists; another one under its name, or its keys under another name, is an error. */
function isThere(collection: CollectionInfo, name: string, spec: Doc): boolean {
  const key = spec.get("key") ?? null;
  if (equalValues(key, Doc.of({ _id: new Int32(1) }))) return true;
  const named = collection.indexes.find(index => index.name === name);
  if (named !== undefined) {
    if (equalValues(named.spec, spec)) return true;
    const sameKey = equalValues(named.keyPattern, key);
    throw new CommandError(
      sameKey ? "IndexOptionsConflict" : "IndexKeySpecsConflict",
      `An existing index has the same name as the requested index but another ${sameKey ? "option" : "key"}. Requested index: ${name}`,
    );
  }
  const other = collection.indexes.find(index => sameKeys(index, spec));
  if (other === undefined) return false;
  throw new CommandError("IndexOptionsConflict", `Index already exists with a different name: ${other.name}`);
}

function sameKeys(index: IndexInfo, spec: Doc): boolean {
  const partial = (doc: Doc): Value => doc.get("partialFilterExpression") ?? null;
  return (
    equalValues(index.keyPattern, spec.get("key") ?? null) && equalValues(partial(index.spec), partial(spec))
  );
}

export const dropIndexes: WriteCommand = context => {
  const args = new Args(context.command, "dropIndexes", ["index"]);
  const collection = requireCollection(context.catalog, context.db, collectionName(context.command));
  const wanted = args.raw("index");
  for (const index of chooseIndexes(collection, wanted)) context.catalog.dropIndex(index);
  return Doc.of({ nIndexesWas: new Int32(collection.indexes.length) });
};

function chooseIndexes(collection: CollectionInfo, wanted: Value | undefined): IndexInfo[] {
  if (wanted === "*") return collection.indexes.filter(index => index.name !== "_id_");
  if (Array.isArray(wanted)) return wanted.flatMap(name => chooseIndexes(collection, name));
  const found = collection.indexes.find(index =>
    wanted instanceof Doc ? equalValues(index.keyPattern, wanted) : index.name === wanted,
  );
  if (found === undefined) {
    throw new CommandError(
      "IndexNotFound",
      `index not found with name [${typeof wanted === "string" ? wanted : "given by key"}]`,
    );
  }
  if (found.name === "_id_") throw new CommandError("InvalidOptions", "cannot drop _id index");
  return [found];
}
