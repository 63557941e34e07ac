import type { Doc, Value } from "../bson/value.js";

/** Where a filter's last array match was: what the positional `$` of updates and projections stands for. */
export class MatchPosition {
  index: number | undefined;
}

/** A compiled filter as a tree that the planner can read. */
export type FilterNode =
  | { readonly kind: "and" | "or" | "nor"; readonly children: readonly FilterNode[] }
  | { readonly kind: "not"; readonly child: FilterNode }
  | { readonly kind: "always"; readonly value: boolean }
  | { readonly kind: "expr"; readonly test: (doc: Doc) => boolean }
  | LeafNode
  | ElemMatchNode;

/** Tests one value; `undefined` is a missing one. */
export type LeafTest = (value: Value | undefined) => boolean;

/** A predicate on the values at one path. */
export interface LeafNode {
  readonly kind: "leaf";
  readonly path: string;
  readonly parts: readonly string[];
  readonly operator: string;
  readonly operand: Value;
  /** Whether an array at the end of the path offers its elements. */
  readonly enterLeaf: boolean;
  readonly test: LeafTest;
}

/** Some element of the array at the path satisfies all of `child`: a filter of documents, or tests of values. */
export interface ElemMatchNode {
  readonly kind: "elemMatch";
  readonly path: string;
  readonly parts: readonly string[];
  readonly documents: boolean;
  readonly child: FilterNode;
}

export interface Filter {
  readonly root: FilterNode;
  matches(doc: Doc, position?: MatchPosition): boolean;
}

/** Variables that `$expr` may use. */
export type Variables = ReadonlyMap<string, Value>;
