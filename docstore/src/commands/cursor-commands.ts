import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { Args } from "./args.js";
import type { ReadCommand } from "./context.js";
import { deadlineOf } from "./find-query.js";

export const getMore: ReadCommand = context => {
  const args = new Args(context.command, "getMore", ["collection", "batchSize"]);
  const id = context.command.values[0];
  if (typeof id !== "bigint")
    throw new CommandError(
      "TypeMismatch",
      "BSON field 'getMore.getMore' is the wrong type, expected type 'long'",
    );
  const namespace = `${context.db}.${args.string("collection")}`;
  const size = args.integer("batchSize") ?? 0;
  const batchSize = size === 0 ? Number.POSITIVE_INFINITY : size;
  return context.cursors.more(id, namespace, batchSize, deadlineOf(args), context.connectionId);
};

export const killCursors: ReadCommand = context => {
  const args = new Args(context.command, "killCursors", ["cursors"]);
  const killed: Value[] = [];
  const notFound: Value[] = [];
  for (const id of args.array("cursors")) {
    if (typeof id === "bigint") (context.cursors.kill(id) ? killed : notFound).push(id);
  }
  return Doc.of({ cursorsKilled: killed, cursorsNotFound: notFound, cursorsAlive: [], cursorsUnknown: [] });
};
