import { Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { Access } from "../query/access.js";
import { compileFilter } from "../query/filter.js";
import { Args } from "./args.js";
import type { ReadCommand } from "./context.js";
import { FIND_FIELDS } from "./find.js";
import { type FindQuery, findRows, parseFindQuery, planQuery, splitNatural, statsFor } from "./find-query.js";
import { collectionName } from "./namespace.js";

/** The plan of a query, and what running it costs: `totalDocsExamined` counts the documents that were read. */
export const explain: ReadCommand = context => {
  new Args(context.command, "explain", ["verbosity"]);
  const inner = context.command.values[0];
  if (!(inner instanceof Doc)) throw new CommandError("TypeMismatch", "explain needs a command");
  const name = collectionName(inner);
  const query = parseExplained(inner);
  const collection = context.catalog.find(context.db, name);
  const stats = statsFor(new Args(context.command, "explain", ["verbosity"]));
  const queryPlanner = Doc.of({ namespace: `${context.db}.${name}`, winningPlan: Doc.of({ stage: "EOF" }) });
  let returned = 0;
  if (collection !== undefined) {
    const plan = planQuery(collection, query);
    const reached = describeAccess(plan.access);
    const sorted =
      plan.sorted || query.sort.length === 0 ? reached : Doc.of({ stage: "SORT", inputStage: reached });
    queryPlanner.set("winningPlan", sorted);
    for (const _row of findRows(context.database, collection, query, stats)) returned++;
  }
  const executionStats = Doc.of({
    executionSuccess: true,
    nReturned: new Int32(returned),
    totalKeysExamined: new Int32(stats.keysExamined),
    totalDocsExamined: new Int32(stats.docsExamined),
  });
  return Doc.of({ explainVersion: "1", queryPlanner, executionStats, command: inner });
};

function parseExplained(command: Doc): FindQuery {
  const kind = command.keys[0] ?? "";
  if (kind === "find") return parseFindQuery(new Args(command, "find", FIND_FIELDS));
  if (kind === "count" || kind === "distinct") {
    const args = new Args(command, kind, ["query", "limit", "skip", "hint", "fields", "key"]);
    return everythingOf(args.document("query"), args.raw("hint"), new Doc());
  }
  if (kind === "aggregate") {
    const args = new Args(command, "aggregate", [
      "pipeline",
      "cursor",
      "allowDiskUse",
      "hint",
      "let",
      "explain",
    ]);
    const [first, second] = args.documents("pipeline");
    const match = first?.get("$match");
    const sort = (match instanceof Doc ? second : first)?.get("$sort");
    return everythingOf(
      match instanceof Doc ? match : new Doc(),
      args.raw("hint"),
      sort instanceof Doc ? sort : new Doc(),
    );
  }
  throw new CommandError("CommandNotSupported", `explain of '${kind}' is not supported by this server`);
}

function everythingOf(filter: Doc, wantedHint: Value | undefined, order: Doc): FindQuery {
  const { sort, hint } = splitNatural(order, wantedHint);
  const limit = Number.POSITIVE_INFINITY;
  return {
    filter: compileFilter(filter),
    sort,
    hint,
    skip: 0,
    limit,
    projection: new Doc(),
    variables: undefined,
  };
}

function describeAccess(access: Access): Doc {
  switch (access.kind) {
    case "collection":
      return Doc.of({ stage: "COLLSCAN", direction: access.reverse ? "backward" : "forward" });
    case "union":
      return Doc.of({ stage: "OR", inputStages: access.parts.map(describeAccess) });
    case "index": {
      const inputStage = Doc.of({
        stage: "IXSCAN",
        keyPattern: access.index.keyPattern,
        indexName: access.index.name,
        isMultiKey: access.index.multikey !== 0,
        direction: access.reverse ? "backward" : "forward",
        ranges: new Int32(access.ranges.length),
      });
      return Doc.of({ stage: "FETCH", inputStage });
    }
  }
}
