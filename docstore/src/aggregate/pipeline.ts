import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { planQuery } from "../commands/find-query.js";
import { compileFilter } from "../query/filter.js";
import type { Variables } from "../query/filter-node.js";
import { matchingRows } from "../query/scan.js";
import { parseSort } from "../query/sort.js";
import { DOCUMENT_STAGES } from "./document-stages.js";
import { group } from "./group.js";
import { joinStages } from "./join-stages.js";
import type { Nested, PipelineSource, Stage, StageFactory } from "./stage.js";
import { streamStages } from "./stream-stages.js";

const STAGES: ReadonlyMap<string, StageFactory> = new Map([
  ...Object.entries(streamStages),
  ...Object.entries(joinStages),
  ["$group", group] as const,
]);

/** Stages that MongoDB has and this server refuses by name. */
const UNSUPPORTED = new Set([
  "$out",
  "$merge",
  "$geoNear",
  "$graphLookup",
  "$bucketAuto",
  "$changeStream",
  "$collStats",
  "$indexStats",
  "$planCacheStats",
  "$currentOp",
  "$listSessions",
  "$listLocalSessions",
  "$redact",
  "$search",
  "$searchMeta",
  "$vectorSearch",
  "$densify",
  "$fill",
  "$setWindowFields",
  "$shardedDataDistribution",
  "$changeStreamSplitLargeEvent",
  "$documents",
]);

/** Runs a pipeline over a collection; a leading `$match` and `$sort` use its indexes. */
export function* runPipeline(
  source: PipelineSource,
  collectionName: string,
  pipeline: readonly Doc[],
): Generator<Doc> {
  checkPipeline(pipeline);
  const head = splitHead(pipeline);
  const nested = nestedIn(source);
  const filter = compileFilter(head.match, source.variables);
  const sort = parseSort(head.sort);
  const rest = compileStages(pipeline.slice(head.matched), nested, source.variables);
  const collection = source.catalog.find(source.db, collectionName);
  const plan =
    collection === undefined ? undefined : planQuery(collection, { filter, sort, hint: source.hint });
  // A sort that the index gives is left out; the others remain a stage.
  const stages = plan?.sorted === true && head.sort.size > 0 ? rest.slice(1) : rest;
  let docs: Iterable<Doc> = [];
  if (collection !== undefined && plan !== undefined) {
    docs = decoded(matchingRows(source.database, collection, plan.access, filter, source.stats));
  }
  yield* stages.reduce((input, stage) => stage(input), docs);
}

function* decoded(rows: Iterable<{ doc: Doc }>): Generator<Doc> {
  for (const row of rows) yield row.doc;
}

interface Head {
  readonly match: Doc;
  readonly sort: Doc;
  /** How many stages `match` replaces. */
  readonly matched: number;
}

function splitHead(pipeline: readonly Doc[]): Head {
  const matches: Value[] = [];
  for (const stage of pipeline) {
    const filter = stage.keys[0] === "$match" ? stage.values[0] : undefined;
    if (!(filter instanceof Doc)) break;
    matches.push(filter);
  }
  const sort = pipeline[matches.length]?.get("$sort");
  const [only] = matches;
  const match =
    only instanceof Doc && matches.length === 1
      ? only
      : matches.length === 0
        ? new Doc()
        : Doc.of({ $and: matches });
  return { match, sort: sort instanceof Doc ? sort : new Doc(), matched: matches.length };
}

/** Refuses wrong stages before anything runs. */
function checkPipeline(pipeline: readonly Doc[]): void {
  for (const stage of pipeline) {
    const [name] = stage.keys;
    if (name === undefined || stage.size !== 1) {
      throw new CommandError(40323, "A pipeline stage specification object must contain exactly one field.");
    }
    if (UNSUPPORTED.has(name))
      throw new CommandError("CommandNotSupported", `pipeline stage ${name} is not supported by this server`);
    if (!STAGES.has(name) && !DOCUMENT_STAGES.has(name))
      throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
}

function compileStages(pipeline: readonly Doc[], nested: Nested, variables: Variables | undefined): Stage[] {
  return pipeline.map(stage => {
    const name = stage.keys[0] ?? "";
    const argument = stage.values[0] ?? null;
    const perDocument = DOCUMENT_STAGES.get(name)?.(argument, name, variables);
    if (perDocument !== undefined) return mapping(perDocument);
    const factory = STAGES.get(name);
    if (factory === undefined) throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
    return factory(argument, nested, variables);
  });
}

function mapping(transform: (doc: Doc) => Doc): Stage {
  return function* map(docs) {
    for (const doc of docs) yield transform(doc);
  };
}

function nestedIn(source: PipelineSource): Nested {
  const nested: Nested = {
    compile: (pipeline, variables) => {
      const stages = asStages(pipeline);
      checkPipeline(stages);
      const compiled = compileStages(stages, nested, variables);
      return docs => compiled.reduce((input, stage) => stage(input), docs);
    },
    from: (collection, pipeline, variables) =>
      runPipeline({ ...source, variables, hint: undefined }, collection, asStages(pipeline)),
  };
  return nested;
}

function asStages(pipeline: readonly Value[]): Doc[] {
  return pipeline.map(stage => {
    if (stage instanceof Doc) return stage;
    throw new CommandError("TypeMismatch", "Each element of the 'pipeline' array must be an object");
  });
}
