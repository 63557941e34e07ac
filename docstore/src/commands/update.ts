import { Doc, Int32, UtcDate, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileFilter } from "../query/filter.js";
import type { Filter } from "../query/filter-node.js";
import { Row } from "../query/scan.js";
import type { SortField } from "../query/sort.js";
import type { CollectionInfo } from "../storage/catalog.js";
import { compileUpdate, type Update } from "../update/update.js";
import { Args } from "./args.js";
import type { WriteCommand, WriteContext } from "./context.js";
import { findRows, positionOf, splitNatural, statsFor } from "./find-query.js";
import { collectionName } from "./namespace.js";
import { parseStatements } from "./statements.js";
import { upsert } from "./upsert.js";
import { runStatements, writeReply } from "./write-errors.js";

const STATEMENT_FIELDS = ["q", "u", "c", "multi", "upsert", "arrayFilters", "hint", "sort"];

export const update: WriteCommand = context => {
  const args = new Args(context.command, "update", ["updates", "ordered", "bypassDocumentValidation", "let"]);
  const name = collectionName(context.command);
  const statements = parseStatements(args.array("updates"), "update.updates", STATEMENT_FIELDS, ["q", "u"]);
  const upserted: Value[] = [];
  let n = 0;
  let nModified = 0;
  const errors = runStatements(statements, args.flag("ordered", true), (statement, index) => {
    const result = runStatement(context, args, name, statement);
    n += result.matched;
    nModified += result.modified;
    if (result.upsertedId === undefined) return;
    n += 1;
    upserted.push(Doc.of({ index: new Int32(index), _id: result.upsertedId }));
  });
  const reply = Doc.of({ n: new Int32(n), nModified: new Int32(nModified) });
  if (upserted.length > 0) reply.push("upserted", upserted);
  return writeReply(reply, errors);
};

interface StatementResult {
  readonly matched: number;
  readonly modified: number;
  readonly upsertedId?: Value | undefined;
}

function runStatement(context: WriteContext, command: Args, name: string, args: Args): StatementResult {
  const filter = compileFilter(args.document("q"), command.variables());
  const compiled = compileUpdate(args.required("u"), args.raw("arrayFilters"));
  const multi = args.flag("multi");
  if (multi && compiled.replacement)
    throw new CommandError("FailedToParse", "multi update is not supported for replacement-style update");
  const { sort, hint } = splitNatural(args.document("sort"), args.raw("hint"));
  const collection = context.catalog.find(context.db, name);
  const targets =
    collection === undefined ? [] : matchingIds(context, collection, { filter, sort, hint, multi }, command);
  let modified = 0;
  for (const rid of targets) {
    const result = updateRow(context, name, rid, filter, compiled);
    if (result?.changed === true) modified++;
  }
  if (targets.length > 0 || !args.flag("upsert")) return { matched: targets.length, modified };
  return { matched: 0, modified: 0, upsertedId: upsert(context, name, filter, compiled).get("_id") ?? null };
}

interface Selection {
  readonly filter: Filter;
  readonly sort: readonly SortField[];
  readonly hint: Value | undefined;
  readonly multi: boolean;
}

/** The rows to change, found before the first change so that no row is met twice. */
export function matchingIds(
  context: WriteContext,
  collection: CollectionInfo,
  selection: Selection,
  args: Args,
): number[] {
  const query = { ...selection, skip: 0, limit: selection.multi ? Number.POSITIVE_INFINITY : 1 };
  const ids: number[] = [];
  for (const row of findRows(context.database, collection, query, statsFor(args))) ids.push(row.rid);
  return ids;
}

export interface RowChange {
  readonly before: Doc;
  readonly after: Doc;
  readonly changed: boolean;
}

export function updateRow(
  context: WriteContext,
  name: string,
  rid: number,
  filter: Filter,
  compiled: Update,
): RowChange | undefined {
  const collection = context.catalog.find(context.db, name);
  const bytes = collection === undefined ? undefined : context.rows.read(collection, rid);
  if (collection === undefined || bytes === undefined) return undefined;
  const row = new Row(rid, bytes);
  const position = positionOf(filter, row).index;
  const after = compiled.apply(row.doc, {
    position,
    inserting: false,
    now: new UtcDate(BigInt(context.now())),
  });
  const changed = context.rows.replace(collection, rid, row.doc, bytes, after);
  return { before: row.doc, after, changed };
}
