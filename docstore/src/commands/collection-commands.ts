import { equalValues } from "../bson/order.js";
import { Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { namespaceOf } from "../storage/catalog.js";
import { Args } from "./args.js";
import type { WriteCommand } from "./context.js";
import { checkNamespace, collectionName, createCollection, requireCollection } from "./namespace.js";

const REFUSED_OPTIONS = [
  "capped",
  "size",
  "max",
  "validator",
  "validationLevel",
  "validationAction",
  "viewOn",
  "pipeline",
  "timeseries",
  "expireAfterSeconds",
  "clusteredIndex",
  "changeStreamPreAndPostImages",
  "encryptedFields",
  "storageEngine",
];

export const create: WriteCommand = context => {
  const args = new Args(context.command, "create", [
    ...REFUSED_OPTIONS,
    "autoIndexId",
    "idIndex",
    "indexOptionDefaults",
  ]);
  for (const option of REFUSED_OPTIONS) {
    const value = args.raw(option);
    if (value === undefined || value === false) continue;
    throw new CommandError(
      "CommandNotSupported",
      `collection option '${option}' is not supported by this server`,
    );
  }
  const name = collectionName(context.command);
  const existing = context.catalog.find(context.db, name);
  if (existing === undefined) createCollection(context.catalog, context.db, name);
  else if (!equalValues(existing.options, new Doc())) {
    throw new CommandError(
      "NamespaceExists",
      `Collection ${namespaceOf(existing)} already exists with other options`,
    );
  }
  return new Doc();
};

/** Dropping what is not there is no error. */
export const drop: WriteCommand = context => {
  new Args(context.command, "drop", []);
  const name = collectionName(context.command);
  const collection = context.catalog.find(context.db, name);
  if (collection === undefined) return new Doc();
  context.catalog.drop(collection);
  return Doc.of({ nIndexesWas: new Int32(collection.indexes.length), ns: namespaceOf(collection) });
};

export const dropDatabase: WriteCommand = context => {
  new Args(context.command, "dropDatabase", []);
  for (const collection of context.catalog.list(context.db)) context.catalog.drop(collection);
  return Doc.of({ dropped: context.db });
};

export const renameCollection: WriteCommand = context => {
  const args = new Args(context.command, "renameCollection", ["to", "dropTarget"]);
  const source = splitNamespace(context.command.values[0]);
  const target = splitNamespace(args.raw("to"));
  checkNamespace(target.db, target.name);
  const collection = requireCollection(context.catalog, source.db, source.name);
  const existing = context.catalog.find(target.db, target.name);
  if (existing?.id === collection.id)
    throw new CommandError("IllegalOperation", "Can't rename a collection to itself");
  if (existing !== undefined) {
    if (!args.flag("dropTarget")) throw new CommandError("NamespaceExists", "target namespace exists");
    context.catalog.drop(existing);
  }
  context.catalog.rename(collection, target.db, target.name);
  return new Doc();
};

function splitNamespace(value: Value | undefined): { db: string; name: string } {
  const at = typeof value === "string" ? value.indexOf(".") : -1;
  if (typeof value !== "string" || at <= 0)
    throw new CommandError("InvalidNamespace", "a namespace must have the form database.collection");
  return { db: value.slice(0, at), name: value.slice(at + 1) };
}
