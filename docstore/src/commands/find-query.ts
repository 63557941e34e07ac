import { encodeDoc } from "../bson/encode.js";
import { toDouble } from "../bson/exact.js";
import { equalValues } from "../bson/order.js";
import { isNumeric } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { AccessPlan } from "../query/access.js";
import { compileFilter } from "../query/filter.js";
import { type Filter, MatchPosition, type Variables } from "../query/filter-node.js";
import { type Hint, planAccess } from "../query/planner.js";
import { compileProjection } from "../query/projection.js";
import { matchingRows, type Row, ScanStats } from "../query/scan.js";
import { parseSort, type SortField, sortStream } from "../query/sort.js";
import type { CollectionInfo } from "../storage/catalog.js";
import type { Database } from "../storage/database.js";
import type { Args } from "./args.js";

/** A query as `find` and its relatives describe it. */
export interface FindQuery {
  readonly filter: Filter;
  readonly sort: readonly SortField[];
  readonly skip: number;
  /** Infinity when there is none. */
  readonly limit: number;
  readonly projection: Doc;
  readonly variables: Variables | undefined;
  readonly hint: Value | undefined;
}

export function planQuery(
  collection: CollectionInfo,
  query: Pick<FindQuery, "filter" | "sort" | "hint">,
): AccessPlan {
  return planAccess(collection, query.filter.root, query.sort, parseHint(collection, query.hint));
}

function parseHint(collection: CollectionInfo, hint: Value | undefined): Hint | undefined {
  if (hint === undefined || (hint instanceof Doc && hint.size === 0)) return undefined;
  if (typeof hint === "string") return { index: hint };
  if (!(hint instanceof Doc)) throw new CommandError("FailedToParse", "Hint must be a string or an object");
  const natural = hint.get("$natural");
  if (natural !== undefined) return { natural: isNumeric(natural) && toDouble(natural) < 0 ? -1 : 1 };
  const index = collection.indexes.find(other => equalValues(other.keyPattern, hint));
  return { index: index?.name ?? "" };
}

export function statsFor(args: Args): ScanStats {
  return new ScanStats(deadlineOf(args));
}

export function deadlineOf(args: Args): number {
  const limit = args.integer("maxTimeMS") ?? 0;
  return limit === 0 ? Number.POSITIVE_INFINITY : performance.now() + limit;
}

/** `{$natural: ±1}` as a sort is a hint. */
export function splitNatural(
  sort: Doc,
  hint: Value | undefined,
): { sort: SortField[]; hint: Value | undefined } {
  return sort.has("$natural") ? { sort: [], hint: sort } : { sort: parseSort(sort), hint };
}

/** The matching rows in order, after skip and limit. */
export function* findRows(
  database: Database,
  collection: CollectionInfo,
  query: Pick<FindQuery, "filter" | "sort" | "hint" | "skip" | "limit">,
  stats: ScanStats,
): Generator<Row> {
  const plan = planQuery(collection, query);
  const matching = matchingRows(database, collection, plan.access, query.filter, stats);
  const sorted =
    plan.sorted || query.sort.length === 0
      ? matching
      : sortStream(
          matching,
          query.sort,
          row => row.doc,
          row => row.bytes.length,
          query.skip + query.limit,
        );
  let passed = 0;
  if (query.limit <= 0) return;
  for (const row of sorted) {
    if (passed++ < query.skip) continue;
    yield row;
    if (passed >= query.skip + query.limit) return;
  }
}

/** The encoded results of a query: stored bytes as they are, unless a projection shapes them. */
export function* findResults(
  database: Database,
  collection: CollectionInfo | undefined,
  query: FindQuery,
  stats: ScanStats,
): Generator<Uint8Array> {
  const project =
    query.projection.size === 0 ? undefined : compileProjection(query.projection, "find", query.variables);
  if (collection === undefined) return;
  const positional = query.projection.keys.some(path => path.endsWith(".$"));
  for (const row of findRows(database, collection, query, stats)) {
    yield project === undefined
      ? row.bytes
      : encodeDoc(project(row.doc, positional ? positionOf(query.filter, row) : undefined));
  }
}

export function positionOf(filter: Filter, row: Row): MatchPosition {
  const position = new MatchPosition();
  filter.matches(row.doc, position);
  return position;
}

export function parseFindQuery(args: Args): FindQuery {
  const variables = args.variables();
  const { sort, hint } = splitNatural(args.document("sort"), args.raw("hint"));
  const limit = args.integer("limit") ?? 0;
  return {
    filter: compileFilter(args.document("filter"), variables),
    sort,
    skip: args.integer("skip") ?? 0,
    limit: limit === 0 ? Number.POSITIVE_INFINITY : limit,
    projection: args.document("projection"),
    variables,
    hint,
  };
}
