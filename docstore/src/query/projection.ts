import { isNumeric } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileExpression } from "../expression/compile.js";
import { isTruthy } from "../expression/truth.js";
import { applyComputed, ComputedTree } from "./computed-fields.js";
import type { MatchPosition, Variables } from "./filter-node.js";
import { type ArrayProjection, compileArrayProjection } from "./projection-arrays.js";

/** Shapes one document; the position is the filter's match, for `"array.$"`. */
export type Projection = (doc: Doc, position?: MatchPosition) => Doc;

/** A tree of names: a leaf is kept (or dropped), a branch is looked into. */
type Tree = Map<string, Tree | "leaf">;

type Part =
  | { readonly kind: "flag"; readonly path: string; readonly keep: boolean }
  | { readonly kind: "array"; readonly path: string; readonly projection: ArrayProjection }
  | { readonly kind: "computed"; readonly path: string; readonly value: Value };

/** Compiles the projection of `find` (which knows `$slice`, `$elemMatch`, `.$`) or of the stage `$project`. */
export function compileProjection(spec: Doc, caller: "find" | "$project", variables?: Variables): Projection {
  const parts = flatten(spec, "", caller);
  const inclusive = isInclusive(parts);
  const kept: Tree = new Map();
  const computed = new ComputedTree();
  const arrays: { path: string; projection: ArrayProjection }[] = [];
  let keepId = true;
  for (const part of parts) {
    if (part.kind === "flag" && part.path === "_id") {
      keepId = part.keep;
      if (!inclusive && !part.keep) addToTree(kept, "_id");
    } else if (part.kind === "flag") {
      checkMode(part, inclusive);
      addToTree(kept, part.path);
    } else if (part.kind === "array") {
      arrays.push(part);
      if (inclusive) addToTree(kept, part.path);
    } else {
      if (!inclusive)
        throw new CommandError(31310, `Cannot use an expression ${part.path} in an exclusion projection`);
      computed.add(part.path, compileExpression(part.value));
      // What a computed path leads through is kept as a frame, so that elements of arrays get their own field.
      addBranch(kept, part.path.split(".").slice(0, -1));
    }
  }
  if (inclusive && keepId && !kept.has("_id") && !computed.has("_id")) addToTree(kept, "_id");
  return (doc, position) => {
    const narrowed = inclusive ? include(doc, kept) : exclude(doc, kept);
    for (const { path, projection } of arrays) projection(narrowed, path.split("."), position);
    return computed.isEmpty ? narrowed : applyComputed(narrowed, computed, { root: doc, variables });
  };
}

function isInclusive(parts: readonly Part[]): boolean {
  for (const part of parts) {
    if (part.kind === "computed" || (part.kind === "array" && part.projection.inclusive)) return true;
    if (part.kind === "flag" && part.path !== "_id") return part.keep;
  }
  const id = parts.find(part => part.kind === "flag");
  return id?.kind === "flag" && id.keep && parts.every(part => part.kind === "flag");
}

function checkMode(part: Extract<Part, { kind: "flag" }>, inclusive: boolean): void {
  if (part.keep === inclusive) return;
  throw part.keep
    ? new CommandError(31253, `Cannot do inclusion on field ${part.path} in exclusion projection`)
    : new CommandError(31254, `Cannot do exclusion on field ${part.path} in inclusion projection`);
}

function flatten(spec: Doc, prefix: string, caller: "find" | "$project"): Part[] {
  if (spec.size === 0 && prefix !== "") {
    throw new CommandError(
      51270,
      `An empty sub-projection is not a valid value. Found empty object at path ${prefix.slice(0, -1)}`,
    );
  }
  return [...spec.entries()].flatMap(([name, value]): Part[] => {
    const path = prefix + name;
    if (name.startsWith("$"))
      throw new CommandError(16410, `FieldPath field names may not start with '$': ${path}`);
    if (name === "" || path.split(".").includes(""))
      throw new CommandError(40353, `FieldPath must not end with a '.': ${path}`);
    if (caller === "find" && path.endsWith(".$")) {
      return [{ kind: "array", path: path.slice(0, -2), projection: compileArrayProjection("$", value) }];
    }
    if (typeof value === "boolean" || isNumeric(value))
      return [{ kind: "flag", path, keep: isTruthy(value) }];
    if (value instanceof Doc) return flattenDocument(path, value, caller);
    return [{ kind: "computed", path, value }];
  });
}

function flattenDocument(path: string, value: Doc, caller: "find" | "$project"): Part[] {
  const [first] = value.keys;
  if (caller === "find" && (first === "$slice" || first === "$elemMatch") && isFindOperator(first, value)) {
    return [{ kind: "array", path, projection: compileArrayProjection(first, value.get(first) ?? null) }];
  }
  if (first === "$meta")
    throw new CommandError(
      "CommandNotSupported",
      "projection operator $meta is not supported by this server",
    );
  return first?.startsWith("$") ? [{ kind: "computed", path, value }] : flatten(value, `${path}.`, caller);
}

/** `$slice` with a field path as its first argument is the aggregation expression of that name. */
function isFindOperator(name: string, value: Doc): boolean {
  const argument = value.get(name);
  return name !== "$slice" || isNumeric(argument) || (Array.isArray(argument) && isNumeric(argument[0]));
}

function addToTree(tree: Tree, path: string): void {
  const parts = path.split(".");
  let node = tree;
  for (const [i, part] of parts.entries()) {
    const child = node.get(part);
    const last = i === parts.length - 1;
    if (child === "leaf" || (last && child !== undefined)) {
      const collision = parts.slice(0, i + 1).join(".");
      throw new CommandError(
        31250,
        `Path collision at ${path}${last ? "" : ` remaining portion ${parts.slice(i + 1).join(".")}`} (${collision})`,
      );
    }
    if (last) {
      node.set(part, "leaf");
      return;
    }
    const branch: Tree = child ?? new Map();
    node.set(part, branch);
    node = branch;
  }
}

function addBranch(tree: Tree, parts: readonly string[]): void {
  let node = tree;
  for (const part of parts) {
    const child = node.get(part);
    if (child === "leaf") return;
    const branch: Tree = child ?? new Map();
    node.set(part, branch);
    node = branch;
  }
}

function include(doc: Doc, tree: Tree): Doc {
  const result = new Doc();
  for (const [name, value] of doc.entries()) {
    const node = tree.get(name);
    if (node === undefined) continue;
    const kept = node === "leaf" ? value : includeWithin(value, node);
    if (kept !== undefined) result.push(name, kept);
  }
  return result;
}

function includeWithin(value: Value, tree: Tree): Value | undefined {
  if (value instanceof Doc) return include(value, tree);
  if (!Array.isArray(value)) return undefined;
  return value.map(element => includeWithin(element, tree)).filter(kept => kept !== undefined);
}

function exclude(doc: Doc, tree: Tree): Doc {
  const result = new Doc();
  for (const [name, value] of doc.entries()) {
    const node = tree.get(name);
    if (node === "leaf") continue;
    result.push(name, node === undefined ? value : excludeWithin(value, node));
  }
  return result;
}

function excludeWithin(value: Value, tree: Tree): Value {
  if (value instanceof Doc) return exclude(value, tree);
  return Array.isArray(value) ? value.map(element => excludeWithin(element, tree)) : value;
}
