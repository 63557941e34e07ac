import { toDouble } from "../bson/exact.js";
import { AFTER, encodeKey, invertKey } from "../bson/key.js";
import { isNumeric, typeOf } from "../bson/type.js";
import { Marker, Regex, UNDEFINED, type Value } from "../bson/value.js";
import type { FilterNode, LeafNode } from "./filter-node.js";
import { literalPrefix } from "./regex.js";

/** A limit between keys, in the bytes of an ascending field and of a descending one. */
interface Edge {
  readonly ascending: Buffer;
  readonly descending: Buffer;
}

/** A range of encoded keys of one field: from `low` (inclusive) to `high` (exclusive). */
export interface Range {
  readonly low: Edge;
  readonly high: Edge;
  /** Exactly one value. */
  readonly point: boolean;
}

/** Before everything that starts with `key`. In a descending field that is behind everything that starts with it. */
function before(key: Buffer): Edge {
  const inverted = invertKey(key);
  return { ascending: key, descending: Buffer.concat([inverted, Buffer.of(AFTER)]) };
}

/** Like `before`, for the start of a text: what follows may be its end, which is 0xff 0xfe in a descending field. */
function beforeText(start: Buffer): Edge {
  return { ascending: start, descending: Buffer.concat([invertKey(start), Buffer.of(AFTER, AFTER)]) };
}

/** Behind everything that starts with `key`. */
function after(key: Buffer): Edge {
  return { ascending: Buffer.concat([key, Buffer.of(AFTER)]), descending: invertKey(key) };
}

/** Before the first value of a type class. */
function classStart(order: number): Edge {
  return { ascending: Buffer.of(order), descending: Buffer.of(256 - order) };
}

function compareEdges(a: Edge, b: Edge): number {
  return Buffer.compare(a.ascending, b.ascending);
}

/** Where the values of a predicate lie, or `undefined` when an index cannot narrow it. Never too narrow. */
function leafRanges(leaf: LeafNode): Range[] | undefined {
  switch (leaf.operator) {
    case "$eq":
      return equalRanges(leaf.operand);
    case "$in":
      return inRanges(leaf.operand);
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return orderedRange(leaf.operator, leaf.operand);
    case "$regex":
      return leaf.operand instanceof Regex ? regexRanges(leaf.operand) : undefined;
    default:
      return undefined;
  }
}

function point(value: Value): Range {
  const key = encodeKey(value);
  return { low: before(key), high: after(key), point: true };
}

function equalRanges(value: Value): Range[] | undefined {
  if (value === null) return [point(UNDEFINED), point(null)];
  if (value instanceof Regex) return undefined;
  // An array is found by its first element, or as an element of another array.
  if (Array.isArray(value)) return sortRanges([point(value[0] ?? UNDEFINED), point(value)]);
  return [point(value)];
}

function inRanges(operand: Value): Range[] | undefined {
  if (!Array.isArray(operand)) return undefined;
  const ranges: Range[] = [];
  for (const value of operand) {
    const equal = value instanceof Regex ? regexRanges(value) : equalRanges(value);
    if (equal === undefined) return undefined;
    ranges.push(...equal);
  }
  return sortRanges(ranges);
}

function orderedRange(operator: "$gt" | "$gte" | "$lt" | "$lte", value: Value): Range[] | undefined {
  if (value === null) return operator === "$gte" || operator === "$lte" ? equalRanges(null) : [];
  if (Array.isArray(value) || value instanceof Marker || value instanceof Regex) return undefined;
  if (isNumeric(value) && Number.isNaN(toDouble(value))) return [point(value)];
  const order = typeOf(value).order;
  const key = encodeKey(value);
  if (operator === "$gt" || operator === "$gte") {
    return [
      { low: operator === "$gt" ? after(key) : before(key), high: classStart(order + 1), point: false },
    ];
  }
  return [{ low: classStart(order), high: operator === "$lt" ? before(key) : after(key), point: false }];
}

function regexRanges(regex: Regex): Range[] | undefined {
  const prefix = literalPrefix(regex);
  if (prefix === undefined) return undefined;
  const start = encodeKey(prefix).subarray(0, -2);
  return sortRanges([{ low: beforeText(start), high: after(start), point: false }, point(regex)]);
}

/** In key order, duplicates and overlaps merged. */
function sortRanges(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => compareEdges(a.low, b.low) || compareEdges(b.high, a.high));
  const merged: Range[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last === undefined || compareEdges(range.low, last.high) >= 0) merged.push(range);
    else if (compareEdges(range.high, last.high) > 0) {
      merged[merged.length - 1] = { low: last.low, high: range.high, point: false };
    }
  }
  return merged;
}

export function intersectRanges(a: readonly Range[], b: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const left of a) {
    for (const right of b) {
      const low = compareEdges(left.low, right.low) >= 0 ? left.low : right.low;
      const high = compareEdges(left.high, right.high) <= 0 ? left.high : right.high;
      if (compareEdges(low, high) < 0) result.push({ low, high, point: left.point || right.point });
    }
  }
  return sortRanges(result);
}

/** All predicates that every matching document satisfies, by path. `$elemMatch` adds what its elements satisfy. */
export function constraints(
  node: FilterNode,
  prefix = "",
  into = new Map<string, Constraint[]>(),
): Map<string, Constraint[]> {
  if (node.kind === "and") for (const child of node.children) constraints(child, prefix, into);
  // Elements of an array inside an array are not in any index.
  if (node.kind === "elemMatch" && (node.path !== "" || prefix === ""))
    constraints(node.child, prefix + node.path + (node.documents ? "." : ""), into);
  if (node.kind === "leaf") {
    const path = prefix + node.path;
    const ranges = leafRanges(node);
    into.set(path, [...(into.get(path) ?? []), { leaf: node, ranges }]);
  }
  return into;
}

export interface Constraint {
  readonly leaf: LeafNode;
  readonly ranges: Range[] | undefined;
}

/** Whether a predicate fails for every document that lacks the field. */
export function refusesMissing(leaf: LeafNode): boolean {
  return !leaf.test(undefined);
}

/** Whether a stored condition of a partial index follows from a query's predicates on the same path. */
export function implies(query: readonly LeafNode[], condition: LeafNode): boolean {
  if (condition.operator === "$exists") return query.some(leaf => !leaf.test(undefined));
  const wanted = leafRanges(condition);
  return query.some(leaf => {
    if (leaf.operator === condition.operator && sameOperand(leaf.operand, condition.operand)) return true;
    const ranges = leafRanges(leaf);
    if (ranges === undefined || wanted === undefined || !leaf.enterLeaf) return false;
    return ranges.every(range => wanted.some(outer => covers(outer, range)));
  });
}

function covers(outer: Range, inner: Range): boolean {
  return compareEdges(outer.low, inner.low) <= 0 && compareEdges(inner.high, outer.high) <= 0;
}

function sameOperand(a: Value, b: Value): boolean {
  return encodeKey(a).equals(encodeKey(b));
}
