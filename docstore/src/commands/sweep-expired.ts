import { decodeDoc } from "../bson/decode.js";
import { Doc, Int32, UtcDate } from "../bson/value.js";
import { compileFilter } from "../query/filter.js";
import type { CollectionInfo } from "../storage/catalog.js";
import type { IndexInfo } from "../storage/index-info.js";
import { Args } from "./args.js";
import type { WriteCommand, WriteContext } from "./context.js";
import { matchingIds } from "./update.js";

/** Removes documents whose date under a TTL index is older than the index allows; sent by the server to itself. */
export const sweepExpired: WriteCommand = context => {
  const args = new Args(context.command, "appsteadSweepExpired", []);
  let n = 0;
  for (const db of context.catalog.databases()) {
    for (const collection of context.catalog.list(db)) {
      for (const index of collection.indexes) n += sweepIndex(context, args, collection, index);
    }
  }
  return Doc.of({ n: new Int32(n) });
};

function sweepIndex(context: WriteContext, args: Args, collection: CollectionInfo, index: IndexInfo): number {
  const [field] = index.fields;
  if (index.expireAfterSeconds === undefined || field === undefined) return 0;
  const limit = new UtcDate(BigInt(Math.floor(context.now() - index.expireAfterSeconds * 1000)));
  const filter = compileFilter(Doc.ofEntries([[field.path, Doc.of({ $lte: limit })]]));
  const ids = matchingIds(context, collection, { filter, sort: [], hint: index.name, multi: true }, args);
  let n = 0;
  for (const rid of ids) {
    const bytes = context.rows.read(collection, rid);
    const doc = bytes === undefined ? undefined : decodeDoc(bytes);
    if (doc === undefined || index.partial?.matches(doc) === false) continue;
    context.rows.delete(collection, rid, doc);
    n++;
  }
  return n;
}
