import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileExpression } from "../expression/compile.js";
import type { Scope } from "../expression/expression.js";
import { applyComputed, ComputedTree } from "../query/computed-fields.js";
import type { Variables } from "../query/filter-node.js";
import { compileProjection } from "../query/projection.js";

/** A stage that makes one document of one. */
export type DocumentStage = (doc: Doc) => Doc;

type Factory = (argument: Value, name: string, variables: Variables | undefined) => DocumentStage;

const addFields: Factory = (argument, name, variables) => {
  if (!(argument instanceof Doc))
    throw new CommandError(40272, `${name} specification stage must be an object`);
  const tree = new ComputedTree();
  addComputed(tree, argument, "");
  return doc => applyComputed(doc, tree, { root: doc, variables });
};

/** Nested documents name nested fields, unless they are expressions. */
function addComputed(tree: ComputedTree, spec: Doc, prefix: string): void {
  for (const [name, value] of spec.entries()) {
    if (name.startsWith("$"))
      throw new CommandError(16410, `FieldPath field names may not start with '$': ${name}`);
    if (value instanceof Doc && value.size > 0 && value.keys[0]?.startsWith("$") !== true)
      addComputed(tree, value, `${prefix}${name}.`);
    else tree.add(prefix + name, compileExpression(value));
  }
}

const project: Factory = (argument, _name, variables) => {
  if (!(argument instanceof Doc)) throw new CommandError(15969, "$project specification must be an object");
  if (argument.size === 0)
    throw new CommandError(51272, "projection specification must have at least one field");
  return compileProjection(argument, "$project", variables);
};

const unset: Factory = argument => {
  const paths = Array.isArray(argument) ? argument : [argument];
  if (paths.length === 0 || !paths.every(path => typeof path === "string")) {
    throw new CommandError(31002, "$unset specification must be a string or an array of strings");
  }
  return compileProjection(Doc.ofEntries(paths.map(path => [String(path), false] as const)), "$project");
};

const replaceRoot: Factory = (argument, _name, variables) => {
  const newRoot = argument instanceof Doc ? argument.get("newRoot") : undefined;
  if (!(argument instanceof Doc) || newRoot === undefined || argument.size !== 1) {
    throw new CommandError(
      40229,
      "expected an object with the one field newRoot as specification for $replaceRoot stage",
    );
  }
  return replaceWith(newRoot, "$replaceRoot", variables);
};

const replaceWith: Factory = (argument, _name, variables) => {
  const expression = compileExpression(argument);
  return doc => {
    const scope: Scope = { root: doc, variables };
    const replaced = expression.evaluate(scope);
    if (replaced instanceof Doc) return replaced;
    throw new CommandError(40228, "'newRoot' expression must evaluate to an object");
  };
};

/** Stages that look at one document at a time. */
export const DOCUMENT_STAGES: ReadonlyMap<string, Factory> = new Map(
  Object.entries({
    $addFields: addFields,
    $set: addFields,
    $project: project,
    $unset: unset,
    $replaceRoot: replaceRoot,
    $replaceWith: replaceWith,
  }),
);

/** An update given as a pipeline. */
export function compilePipelineUpdate(pipeline: readonly Value[]): DocumentStage {
  const stages = pipeline.map(stage => {
    if (!(stage instanceof Doc) || stage.size !== 1) {
      throw new CommandError(40323, "A pipeline stage specification object must contain exactly one field.");
    }
    const name = stage.keys[0] ?? "";
    const factory = DOCUMENT_STAGES.get(name);
    if (factory === undefined)
      throw new CommandError("InvalidOptions", `${name} is not allowed to be used within an update`);
    return factory(stage.values[0] ?? null, name, undefined);
  });
  return doc => stages.reduce((current, stage) => stage(current), doc);
}
