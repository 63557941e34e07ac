import { CommandError } from "../command-error.js";
import { Args } from "./args.js";
import type { ReadCommand } from "./context.js";
import { findResults, parseFindQuery, statsFor } from "./find-query.js";
import { collectionName } from "./namespace.js";

export const FIND_FIELDS = [
  "filter",
  "sort",
  "projection",
  "hint",
  "skip",
  "limit",
  "batchSize",
  "singleBatch",
  "let",
  "noCursorTimeout",
  "allowDiskUse",
  "tailable",
  "awaitData",
  "returnKey",
  "showRecordId",
  "min",
  "max",
  "allowPartialResults",
  "oplogReplay",
];
const REFUSED = ["tailable", "awaitData", "returnKey", "showRecordId", "min", "max"];
const FIRST_BATCH_DOCUMENTS = 101;

export const find: ReadCommand = context => {
  const args = findArgs(context.command);
  const name = collectionName(context.command);
  const query = parseFindQuery(args);
  const stats = statsFor(args);
  const collection = context.catalog.find(context.db, name);
  const cursor = {
    namespace: `${context.db}.${name}`,
    results: findResults(context.database, collection, query, stats),
    stats,
  };
  const size = args.integer("batchSize") ?? FIRST_BATCH_DOCUMENTS;
  return context.cursors.first(cursor, size, context.connectionId, args.flag("singleBatch"));
};

function findArgs(command: Args["doc"]): Args {
  const args = new Args(command, "find", FIND_FIELDS);
  for (const option of REFUSED) {
    const value = args.raw(option);
    if (value !== undefined && value !== false) {
      throw new CommandError(
        "CommandNotSupported",
        `find option '${option}' is not supported by this server`,
      );
    }
  }
  return args;
}
