import { compilePipelineUpdate } from "../aggregate/document-stages.js";
import { compareValues } from "../bson/order.js";
import { cloneDoc, cloneValue, Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { display } from "../storage/duplicate-key.js";
import { applyAtPath, type ElementFilters } from "./apply-path.js";
import { parseArrayFilters, type UsedFilters } from "./array-filters.js";
import { arrayOperators } from "./array-operators.js";
import { fieldOperators } from "./field-operators.js";
import { KEEP, type Modifier, type UpdateContext, type UpdateOperator } from "./modifier.js";
import { numberOperators } from "./number-operators.js";
import { pushOperator } from "./push-operator.js";
import { checkConflicts, comparePaths, splitUpdatePath } from "./update-path.js";

/** A compiled update: makes the new document from the old one, which is left as it is. */
export interface Update {
  readonly replacement: boolean;
  apply(doc: Doc, context: UpdateContext): Doc;
}

const OPERATORS: ReadonlyMap<string, UpdateOperator> = new Map(
  [fieldOperators, numberOperators, arrayOperators, pushOperator].flatMap(table => Object.entries(table)),
);

export function compileUpdate(update: Value, arrayFilters: Value | undefined): Update {
  if (Array.isArray(update)) {
    if (arrayFilters !== undefined)
      throw new CommandError("FailedToParse", "arrayFilters may not be specified for pipeline-syle updates");
    const transform = compilePipelineUpdate(update);
    return withStableId({ replacement: false, apply: doc => replaceDocument(doc, transform(doc)) });
  }
  if (!(update instanceof Doc))
    throw new CommandError("FailedToParse", "Update argument must be either an object or an array");
  if (update.keys[0]?.startsWith("$") === true) return withStableId(compileModifiers(update, arrayFilters));
  if (arrayFilters !== undefined)
    throw new CommandError("FailedToParse", "Cannot specify arrayFilters with a replacement-style update");
  const operator = update.keys.find(name => name.startsWith("$"));
  if (operator !== undefined) {
    throw new CommandError(
      "DollarPrefixedFieldName",
      `The dollar ($) prefixed field '${operator}' in '${operator}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  return withStableId({ replacement: true, apply: doc => replaceDocument(doc, update) });
}

function replaceDocument(doc: Doc, replacement: Doc): Doc {
  const id = replacement.get("_id") ?? doc.get("_id");
  const result = new Doc();
  if (id !== undefined) result.push("_id", id);
  for (const [name, value] of replacement.entries()) if (name !== "_id") result.push(name, cloneValue(value));
  return result;
}

function withStableId(update: Update): Update {
  return {
    ...update,
    apply: (doc, context) => {
      const result = update.apply(doc, context);
      const before = doc.get("_id");
      const after = result.get("_id");
      if (before === undefined || (after !== undefined && compareValues(before, after) === 0)) return result;
      throw new CommandError("ImmutableField", idMessage(update.replacement, after));
    },
  };
}

function idMessage(replacement: boolean, after: Value | undefined): string {
  return replacement
    ? `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${display(after ?? null)}`
    : "Performing an update on the path '_id' would modify the immutable field '_id'";
}

interface Step {
  readonly path: string;
  readonly lenient: boolean;
  readonly modify: Modifier;
}

function compileModifiers(update: Doc, arrayFilters: Value | undefined): Update {
  const filters = parseArrayFilters(arrayFilters);
  const steps: Step[] = [];
  const renames: { from: string; to: string }[] = [];
  for (const [name, fields] of update.entries()) {
    const entries = operatorEntries(name, fields);
    if (name === "$rename") renames.push(...entries.map(([from, to]) => parseRename(from, to)));
    else steps.push(...entries.map(([path, argument]) => compileStep(name, path, argument)));
  }
  checkConflicts([...steps.map(step => step.path), ...renames.flatMap(({ from, to }) => [from, to])]);
  steps.sort((a, b) => comparePaths(a.path, b.path));
  for (const step of steps) filters.use(step.path);
  filters.checkAllUsed();
  return { replacement: false, apply: (doc, context) => applySteps(doc, steps, renames, filters, context) };
}

function operatorEntries(name: string, fields: Value): [string, Value][] {
  if (name !== "$rename" && !OPERATORS.has(name)) {
    throw new CommandError(
      "FailedToParse",
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  }
  if (!(fields instanceof Doc)) {
    throw new CommandError(
      "FailedToParse",
      `Modifiers operate on fields but we found another type instead. For example: {$mod: {<field>: ...}} not {${name}: ${display(fields)}}`,
    );
  }
  return [...fields.entries()];
}

function compileStep(name: string, path: string, argument: Value): Step {
  const operator = OPERATORS.get(name);
  if (operator === undefined) throw new TypeError(`no operator ${name}`);
  splitUpdatePath(path);
  return { path, lenient: operator.lenient, modify: operator.compile(argument, path) };
}

function parseRename(from: string, to: Value): { from: string; to: string } {
  if (typeof to !== "string")
    throw new CommandError(
      "BadValue",
      `The 'to' field for $rename must be a string: ${from}: ${display(to)}`,
    );
  if ([...splitUpdatePath(from), ...splitUpdatePath(to)].some(part => part.startsWith("$"))) {
    throw new CommandError("BadValue", `The source and target field for $rename may not be dynamic: ${from}`);
  }
  if (from === to)
    throw new CommandError(
      "BadValue",
      `The source and target field for $rename must differ: ${from}: "${to}"`,
    );
  return { from, to };
}

function applySteps(
  doc: Doc,
  steps: readonly Step[],
  renames: readonly { from: string; to: string }[],
  filters: UsedFilters,
  context: UpdateContext,
): Doc {
  const result = cloneDoc(doc);
  for (const { from, to } of renames) applyRename(result, from, to);
  for (const step of steps) {
    change(result, step.path, step.lenient, context.position, filters.elements, (current, path) => {
      const changed = step.modify(current, context, path);
      return typeof changed === "symbol" ? changed : cloneValue(changed);
    });
  }
  return result;
}

function applyRename(doc: Doc, from: string, to: string): void {
  let moved: Value | undefined;
  change(doc, from, true, undefined, NO_FILTERS, current => {
    moved = current;
    return KEEP;
  });
  if (moved === undefined) return;
  const value = moved;
  removeForRename(doc, from);
  change(doc, to, false, undefined, NO_FILTERS, () => value);
}

const NO_FILTERS: ElementFilters = new Map();

/** `$rename` does not reach into arrays. */
function removeForRename(doc: Doc, path: string): void {
  const parts = path.split(".");
  let parent: Value | undefined = doc;
  for (const part of parts.slice(0, -1)) parent = parent instanceof Doc ? parent.get(part) : undefined;
  if (!(parent instanceof Doc))
    throw new CommandError("BadValue", `The source field cannot be an array element: '${path}'`);
  parent.delete(parts.at(-1) ?? "");
}

function change(
  doc: Doc,
  path: string,
  lenient: boolean,
  position: number | undefined,
  filters: ElementFilters,
  modify: Parameters<typeof applyAtPath>[1]["modify"],
): void {
  applyAtPath(doc, { parts: path.split("."), lenient, position, filters, modify });
}
