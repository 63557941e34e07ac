import { encodeDoc } from "../bson/encode.js";
import { Binary, Doc, type Value } from "../bson/value.js";
import { compileFilter } from "../query/filter.js";
import { ScanStats } from "../query/scan.js";
import { type CollectionInfo, documentTable, namespaceOf } from "../storage/catalog.js";
import { Args } from "./args.js";
import type { ReadCommand, ReadContext } from "./context.js";
import { collectionName, requireCollection } from "./namespace.js";

function listCursor(context: ReadContext, namespace: string, docs: readonly Doc[], args: Args): Doc {
  const size = new Args(args.document("cursor"), "cursor", ["batchSize"]).integer("batchSize") ?? 101;
  const results = docs.map(doc => encodeDoc(doc)).values();
  return context.cursors.first({ namespace, results, stats: new ScanStats() }, size, context.connectionId);
}

export const listCollections: ReadCommand = context => {
  const args = new Args(context.command, "listCollections", [
    "filter",
    "nameOnly",
    "authorizedCollections",
    "cursor",
  ]);
  const filter = compileFilter(args.document("filter"));
  const describe = args.flag("nameOnly") ? shortForm : longForm;
  const docs = context.catalog
    .list(context.db)
    .filter(collection => filter.matches(longForm(collection)))
    .map(describe);
  return listCursor(context, `${context.db}.$cmd.listCollections`, docs, args);
};

function shortForm(collection: CollectionInfo): Doc {
  return Doc.of({ name: collection.name, type: "collection" });
}

function longForm(collection: CollectionInfo): Doc {
  const [idIndex] = collection.indexes;
  return Doc.of({
    name: collection.name,
    type: "collection",
    options: collection.options,
    info: Doc.of({ readOnly: false, uuid: new Binary(4, collection.uuid) }),
    idIndex: idIndex?.spec,
  });
}

export const listIndexes: ReadCommand = context => {
  const args = new Args(context.command, "listIndexes", ["cursor"]);
  const collection = requireCollection(context.catalog, context.db, collectionName(context.command));
  return listCursor(
    context,
    namespaceOf(collection),
    collection.indexes.map(index => index.spec),
    args,
  );
};

export const listDatabases: ReadCommand = context => {
  const args = new Args(context.command, "listDatabases", ["filter", "nameOnly", "authorizedDatabases"]);
  const filter = compileFilter(args.document("filter"));
  const nameOnly = args.flag("nameOnly");
  const all = context.catalog.databases().map(name => describeDatabase(context, name, nameOnly));
  const databases: Value[] = all.filter(doc => filter.matches(doc));
  if (nameOnly) return Doc.of({ databases });
  return Doc.of({ databases, totalSize: 0n });
};

function describeDatabase(context: ReadContext, name: string, nameOnly: boolean): Doc {
  if (nameOnly) return Doc.of({ name });
  const empty = context.catalog
    .list(name)
    .every(
      collection => context.database.get(`SELECT 1 FROM ${documentTable(collection)} LIMIT 1`) === undefined,
    );
  return Doc.of({ name, sizeOnDisk: 0n, empty });
}
