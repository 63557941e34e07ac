import { hashKey } from "../bson/key.js";
import { Doc, Int32, type Value } from "../bson/value.js";
import { compileFilter } from "../query/filter.js";
import { someAtPath } from "../query/path.js";
import { type CollectionInfo, indexTable } from "../storage/catalog.js";
import { Args } from "./args.js";
import type { ReadCommand, ReadContext } from "./context.js";
import { findRows, statsFor } from "./find-query.js";
import { collectionName } from "./namespace.js";

export const count: ReadCommand = context => {
  const args = new Args(context.command, "count", ["query", "limit", "skip", "hint", "fields"]);
  const collection = context.catalog.find(context.db, collectionName(context.command));
  const skip = args.integer("skip") ?? 0;
  const limit = Math.abs(args.integer("limit", Number.MIN_SAFE_INTEGER) ?? 0) || Number.POSITIVE_INFINITY;
  const filter = compileFilter(args.document("query"));
  if (collection === undefined) return Doc.of({ n: new Int32(0) });
  if (filter.root.kind === "always" && filter.root.value) {
    return Doc.of({ n: new Int32(Math.min(limit, Math.max(0, countAll(context, collection) - skip))) });
  }
  let n = 0;
  const query = { filter, sort: [], hint: args.raw("hint"), skip, limit };
  for (const _row of findRows(context.database, collection, query, statsFor(args))) n++;
  return Doc.of({ n: new Int32(n) });
};

/** Counted in the `_id` index, whose pages hold no documents. */
function countAll(context: ReadContext, collection: CollectionInfo): number {
  const [index] = collection.indexes;
  return index === undefined
    ? 0
    : Number(context.database.get(`SELECT count(*) FROM ${indexTable(index)}`)?.[0] ?? 0);
}

/** The different values at a path; the elements of arrays count, not the arrays. */
export const distinct: ReadCommand = context => {
  const args = new Args(context.command, "distinct", ["key", "query", "hint"]);
  const collection = context.catalog.find(context.db, collectionName(context.command));
  const parts = args.string("key").split(".");
  const filter = compileFilter(args.document("query"));
  if (collection === undefined) return Doc.of({ values: [] });
  const found = new Map<string, Value>();
  const query = { filter, sort: [], hint: args.raw("hint"), skip: 0, limit: Number.POSITIVE_INFINITY };
  for (const row of findRows(context.database, collection, query, statsFor(args))) {
    someAtPath(row.doc, parts, false, value => {
      for (const element of Array.isArray(value) ? value : [value]) {
        if (element === undefined) continue;
        const key = hashKey(element);
        if (!found.has(key)) found.set(key, element);
      }
      return false;
    });
  }
  return Doc.of({ values: [...found.values()] });
};
