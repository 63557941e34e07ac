import { decodeDoc } from "../bson/decode.js";
import { Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileFilter } from "../query/filter.js";
import type { Filter, MatchPosition } from "../query/filter-node.js";
import { compileProjection } from "../query/projection.js";
import { Row } from "../query/scan.js";
import { compileUpdate } from "../update/update.js";
import { Args } from "./args.js";
import type { WriteCommand, WriteContext } from "./context.js";
import { positionOf, splitNatural } from "./find-query.js";
import { collectionName } from "./namespace.js";
import { matchingIds, updateRow } from "./update.js";
import { upsert } from "./upsert.js";

const FIELDS = [
  "query",
  "sort",
  "remove",
  "update",
  "new",
  "fields",
  "upsert",
  "arrayFilters",
  "hint",
  "let",
  "bypassDocumentValidation",
];

/** Finds one document, changes or removes it and returns it before or after, with nothing in between. */
export const findAndModify: WriteCommand = context => {
  const args = new Args(context.command, context.command.keys[0] ?? "findAndModify", FIELDS);
  checkChoices(args);
  const name = collectionName(context.command);
  const filter = compileFilter(args.document("query"), args.variables());
  const { sort, hint } = splitNatural(args.document("sort"), args.raw("hint"));
  const collection = context.catalog.find(context.db, name);
  const [rid] =
    collection === undefined
      ? []
      : matchingIds(context, collection, { filter, sort, hint, multi: false }, args);
  return args.flag("remove")
    ? remove(context, args, name, filter, rid)
    : change(context, args, name, filter, rid);
};

function checkChoices(args: Args): void {
  const removing = args.flag("remove");
  const updating = args.raw("update") !== undefined;
  if (removing === updating) {
    throw new CommandError(
      "FailedToParse",
      removing
        ? "Cannot specify both an update and remove=true"
        : "Either an update or remove=true must be specified",
    );
  }
  if (removing && args.flag("new"))
    throw new CommandError(
      "FailedToParse",
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  if (removing && args.flag("upsert"))
    throw new CommandError("FailedToParse", "Cannot specify both upsert=true and remove=true");
}

function remove(
  context: WriteContext,
  args: Args,
  name: string,
  filter: Filter,
  rid: number | undefined,
): Doc {
  const collection = context.catalog.find(context.db, name);
  const bytes =
    collection === undefined || rid === undefined ? undefined : context.rows.read(collection, rid);
  if (collection === undefined || rid === undefined || bytes === undefined) {
    return Doc.of({ lastErrorObject: Doc.of({ n: new Int32(0) }), value: null });
  }
  const doc = decodeDoc(bytes);
  context.rows.delete(collection, rid, doc);
  const position = positionOf(filter, new Row(rid, bytes));
  return Doc.of({ lastErrorObject: Doc.of({ n: new Int32(1) }), value: shape(args, doc, position) });
}

function change(
  context: WriteContext,
  args: Args,
  name: string,
  filter: Filter,
  rid: number | undefined,
): Doc {
  const update = compileUpdate(args.raw("update") ?? null, args.raw("arrayFilters"));
  const changed = rid === undefined ? undefined : updateRow(context, name, rid, filter, update);
  if (changed !== undefined) {
    const lastErrorObject = Doc.of({ n: new Int32(1), updatedExisting: true });
    const shown = args.flag("new") ? changed.after : changed.before;
    const position = args.document("fields").keys.some(path => path.endsWith(".$"))
      ? positionIn(filter, changed.before)
      : undefined;
    return Doc.of({ lastErrorObject, value: shape(args, shown, position) });
  }
  if (!args.flag("upsert")) {
    return Doc.of({ lastErrorObject: Doc.of({ n: new Int32(0), updatedExisting: false }), value: null });
  }
  const inserted = upsert(context, name, filter, update);
  const lastErrorObject = Doc.of({ n: new Int32(1), updatedExisting: false, upserted: inserted.get("_id") });
  return Doc.of({ lastErrorObject, value: args.flag("new") ? shape(args, inserted, undefined) : null });
}

function positionIn(filter: Filter, doc: Doc): MatchPosition {
  const position: MatchPosition = { index: undefined };
  filter.matches(doc, position);
  return position;
}

function shape(args: Args, doc: Doc, position: MatchPosition | undefined): Value {
  const fields = args.document("fields");
  return fields.size === 0 ? doc : compileProjection(fields, "find", args.variables())(doc, position);
}
