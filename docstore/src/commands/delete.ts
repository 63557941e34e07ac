import { decodeDoc } from "../bson/decode.js";
import { Doc, Int32 } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileFilter } from "../query/filter.js";
import { Args } from "./args.js";
import type { WriteCommand, WriteContext } from "./context.js";
import { collectionName } from "./namespace.js";
import { parseStatements } from "./statements.js";
import { matchingIds } from "./update.js";
import { runStatements, writeReply } from "./write-errors.js";

export const deleteCommand: WriteCommand = context => {
  const args = new Args(context.command, "delete", ["deletes", "ordered", "let"]);
  const name = collectionName(context.command);
  const statements = parseStatements(
    args.array("deletes"),
    "delete.deletes",
    ["q", "limit", "hint"],
    ["q", "limit"],
  );
  let n = 0;
  const errors = runStatements(statements, args.flag("ordered", true), statement => {
    n += runStatement(context, args, name, statement);
  });
  return writeReply(Doc.of({ n: new Int32(n) }), errors);
};

function runStatement(context: WriteContext, command: Args, name: string, args: Args): number {
  const limit = args.integer("limit");
  if (limit !== 0 && limit !== 1)
    throw new CommandError("FailedToParse", `The limit field in delete objects must be 0 or 1. Got ${limit}`);
  const filter = compileFilter(args.document("q"), command.variables());
  const collection = context.catalog.find(context.db, name);
  if (collection === undefined) return 0;
  const ids = matchingIds(
    context,
    collection,
    { filter, sort: [], hint: args.raw("hint"), multi: limit === 0 },
    command,
  );
  for (const rid of ids) {
    const bytes = context.rows.read(collection, rid);
    if (bytes !== undefined) context.rows.delete(collection, rid, decodeDoc(bytes));
  }
  return ids.length;
}
