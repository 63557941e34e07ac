import { runPipeline } from "../aggregate/pipeline.js";
import { encodeDoc } from "../bson/encode.js";
import { Doc } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { Args } from "./args.js";
import type { ReadCommand } from "./context.js";
import { explain } from "./explain.js";
import { statsFor } from "./find-query.js";

const FIRST_BATCH_DOCUMENTS = 101;

export const aggregate: ReadCommand = context => {
  const args = new Args(context.command, "aggregate", [
    "pipeline",
    "cursor",
    "allowDiskUse",
    "hint",
    "let",
    "explain",
    "bypassDocumentValidation",
  ]);
  if (args.flag("explain")) return explain({ ...context, command: Doc.of({ explain: context.command }) });
  const target = context.command.values[0];
  if (typeof target !== "string") {
    throw new CommandError(
      "CommandNotSupported",
      "aggregate on a database ({aggregate: 1}) is not supported by this server",
    );
  }
  const cursorOptions = args.optionalDocument("cursor");
  if (cursorOptions === undefined) {
    throw new CommandError(
      "FailedToParse",
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  }
  const size = new Args(cursorOptions, "cursor", ["batchSize"]).integer("batchSize") ?? FIRST_BATCH_DOCUMENTS;
  const stats = statsFor(args);
  const source = { ...context, variables: args.variables(), hint: args.raw("hint"), stats };
  const results = encodeAll(runPipeline(source, target, args.documents("pipeline")));
  return context.cursors.first(
    { namespace: `${context.db}.${target}`, results, stats },
    size,
    context.connectionId,
  );
};

function* encodeAll(docs: Iterable<Doc>): Generator<Uint8Array> {
  for (const doc of docs) yield encodeDoc(doc);
}
