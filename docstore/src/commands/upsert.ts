import { MAX_DEPTH } from "../bson/decode.js";
import { encodeDoc } from "../bson/encode.js";
import { cloneValue, Doc, UtcDate, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { Filter, FilterNode } from "../query/filter-node.js";
import { applyAtPath } from "../update/apply-path.js";
import type { Update } from "../update/update.js";
import type { WriteContext } from "./context.js";
import { withLeadingId } from "./insert.js";
import { ensureCollection } from "./namespace.js";

/** Inserts what an update makes of the fields that the filter fixes; gives the new document. */
export function upsert(context: WriteContext, name: string, filter: Filter, update: Update): Doc {
  const base = new Doc();
  for (const [path, value] of equalities(filter.root)) {
    if (update.replacement && path !== "_id") continue;
    setOnce(base, path, value);
  }
  const now = new UtcDate(BigInt(context.now()));
  const doc = withLeadingId(update.apply(base, { position: undefined, inserting: true, now }));
  context.rows.insert(ensureCollection(context.catalog, context.db, name), doc, encodeDoc(doc, MAX_DEPTH));
  return doc;
}

function setOnce(doc: Doc, path: string, value: Value): void {
  const parts = path.split(".");
  applyAtPath(doc, {
    parts,
    lenient: false,
    position: undefined,
    filters: new Map(),
    modify: current => {
      if (current === undefined) return cloneValue(value);
      throw new CommandError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    },
  });
}

function equalities(node: FilterNode): [string, Value][] {
  if (node.kind === "leaf" && node.operator === "$eq") return [[node.path, node.operand]];
  if (node.kind === "and") return node.children.flatMap(equalities);
  const only = node.kind === "or" && node.children.length === 1 ? node.children[0] : undefined;
  return only === undefined ? [] : equalities(only);
}
