import { Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileExpression } from "../expression/compile.js";
import { fieldPath } from "../expression/field-path.js";
import { applyComputed, ComputedTree } from "../query/computed-fields.js";
import type { StageFactory } from "./stage.js";

const lookup: StageFactory = (argument, nested, outerVariables) => {
  const spec = parseLookup(argument);
  const variables = [...spec.let.entries()].map(([name, value]) => ({
    name,
    value: compileExpression(value),
  }));
  nested.compile(spec.pipeline, outerVariables);
  return function* joining(docs) {
    for (const doc of docs) {
      const bound = new Map(outerVariables);
      const scope = { root: doc, variables: outerVariables };
      for (const { name, value } of variables) bound.set(name, value.evaluate(scope) ?? null);
      const joined: Value[] = [...nested.from(spec.from, [...spec.matching(doc), ...spec.pipeline], bound)];
      yield withField(doc, spec.as, joined);
    }
  };
};

interface Lookup {
  readonly from: string;
  readonly as: string;
  readonly let: Doc;
  readonly pipeline: readonly Value[];
  matching(doc: Doc): Doc[];
}

function parseLookup(argument: Value): Lookup {
  if (!(argument instanceof Doc))
    throw new CommandError("FailedToParse", "the $lookup specification must be an object");
  const known = ["from", "as", "localField", "foreignField", "let", "pipeline"];
  const unknown = argument.keys.find(key => !known.includes(key));
  if (unknown !== undefined)
    throw new CommandError("FailedToParse", `unknown argument to $lookup: ${unknown}`);
  const text = (name: string): string => {
    const value = argument.get(name);
    if (typeof value === "string") return value;
    throw new CommandError("FailedToParse", `$lookup argument '${name}' must be a string`);
  };
  const pipeline = argument.get("pipeline") ?? [];
  const variables = argument.get("let") ?? new Doc();
  if (!Array.isArray(pipeline))
    throw new CommandError("TypeMismatch", "'pipeline' option of $lookup must be an array");
  if (!(variables instanceof Doc))
    throw new CommandError("FailedToParse", "$lookup argument 'let' must be an object");
  const byField = argument.has("localField") || argument.has("foreignField");
  if (!byField && !argument.has("pipeline")) {
    throw new CommandError(
      "FailedToParse",
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  }
  const matching = byField ? fieldMatch(text("localField"), text("foreignField")) : () => [];
  return { from: text("from"), as: text("as"), let: variables, pipeline, matching };
}

/** Joins where the fields are equal; a missing local field stands for null, an array for each of its elements. */
function fieldMatch(localField: string, foreignField: string): (doc: Doc) => Doc[] {
  const path = localField.split(".");
  return doc => {
    const local = fieldPath(doc, path) ?? null;
    const wanted = Array.isArray(local) ? local : [local];
    return [Doc.of({ $match: Doc.ofEntries([[foreignField, Doc.of({ $in: wanted })]]) })];
  };
}

function withField(doc: Doc, path: string, value: Value): Doc {
  const tree = new ComputedTree();
  tree.add(path, { evaluate: () => value });
  return applyComputed(doc, tree, { root: doc, variables: undefined });
}

const facet: StageFactory = (argument, nested, variables) => {
  if (!(argument instanceof Doc) || argument.size === 0) {
    throw new CommandError(40169, "the $facet specification must be a non-empty object");
  }
  const facets = [...argument.entries()].map(([name, pipeline]) => {
    if (!Array.isArray(pipeline))
      throw new CommandError(40170, `arguments to $facet must be arrays, ${name} is not`);
    return { name, stage: nested.compile(pipeline, variables) };
  });
  return docs => {
    const input = [...docs];
    return [Doc.ofEntries(facets.map(({ name, stage }) => [name, [...stage(input)]] as const))];
  };
};

const unionWith: StageFactory = (argument, nested, variables) => {
  const from = argument instanceof Doc ? argument.get("coll") : argument;
  const pipeline = (argument instanceof Doc ? argument.get("pipeline") : undefined) ?? [];
  if (typeof from !== "string" || !Array.isArray(pipeline)) {
    throw new CommandError(
      "FailedToParse",
      "$unionWith needs a collection's name, or an object with 'coll' and 'pipeline'",
    );
  }
  nested.compile(pipeline, variables);
  return function* uniting(docs) {
    yield* docs;
    yield* nested.from(from, pipeline, variables);
  };
};

const bucket: StageFactory = (argument, nested, variables) => {
  const spec = argument instanceof Doc ? argument : new Doc();
  const groupBy = spec.get("groupBy");
  const boundaries = spec.get("boundaries");
  if (groupBy === undefined || !Array.isArray(boundaries) || boundaries.length < 2) {
    throw new CommandError(40198, "$bucket requires 'groupBy' and 'boundaries' with at least two values");
  }
  const branches = boundaries.slice(0, -1).map((low, i) =>
    Doc.of({
      case: Doc.of({
        $and: [
          Doc.of({ $gte: [groupBy, Doc.of({ $literal: low })] }),
          Doc.of({ $lt: [groupBy, Doc.of({ $literal: boundaries[i + 1] ?? null })] }),
        ],
      }),
      // biome-ignore lint/suspicious/noThenProperty: the name is the expression language's
      then: Doc.of({ $literal: low }),
    }),
  );
  const otherwise = spec.get("default");
  const id = Doc.of({
    $switch: Doc.of({
      branches,
      default: otherwise === undefined ? undefined : Doc.of({ $literal: otherwise }),
    }),
  });
  const output = spec.get("output") ?? Doc.of({ count: Doc.of({ $sum: new Int32(1) }) });
  const fields = output instanceof Doc ? [...output.entries()] : [];
  const pipeline = [
    Doc.of({ $group: Doc.ofEntries([["_id", id], ...fields]) }),
    Doc.of({ $sort: Doc.of({ _id: 1 }) }),
  ];
  return nested.compile(pipeline, variables);
};

/** Stages that run other pipelines or read other collections. */
export const joinStages: Readonly<Record<string, StageFactory>> = {
  $lookup: lookup,
  $facet: facet,
  $unionWith: unionWith,
  $bucket: bucket,
};
