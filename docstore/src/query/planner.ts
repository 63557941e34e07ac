import { CommandError } from "../command-error.js";
import type { CollectionInfo } from "../storage/catalog.js";
import type { IndexInfo } from "../storage/index-info.js";
import type { Access, AccessPlan } from "./access.js";
import { type Constraint, constraints, implies, refusesMissing } from "./bounds.js";
import type { FilterNode, LeafNode } from "./filter-node.js";
import { type IndexBounds, indexBounds } from "./index-bounds.js";
import type { SortField } from "./sort.js";

/** Wanted by the client: an index by name, or `$natural` order. */
export type Hint = { readonly index: string } | { readonly natural: 1 | -1 };

interface Candidate {
  readonly plan: AccessPlan;
  readonly score: number;
}

const COLLECTION: AccessPlan = { access: { kind: "collection", reverse: false }, sorted: false };

/** Chooses the index that narrows a filter most; the filter itself is always applied to what comes of it. */
export function planAccess(
  collection: CollectionInfo,
  filter: FilterNode,
  sort: readonly SortField[],
  hint?: Hint,
): AccessPlan {
  if (hint !== undefined && "natural" in hint) {
    return { access: { kind: "collection", reverse: hint.natural < 0 }, sorted: false };
  }
  const byPath = constraints(filter);
  const usable = collection.indexes.filter(index => isComplete(index, byPath));
  if (hint !== undefined) return hinted(collection, usable, byPath, sort, hint.index);
  const candidates = usable.flatMap(index => candidate(index, byPath, sort) ?? []);
  const best = candidates.reduce<Candidate | undefined>(
    (a, b) => (a !== undefined && a.score >= b.score ? a : b),
    undefined,
  );
  if (best !== undefined && best.score >= POINT_SCORE) return best.plan;
  const union = planUnion(collection, filter);
  if (union !== undefined) return { access: union, sorted: false };
  return best?.plan ?? COLLECTION;
}

function hinted(
  collection: CollectionInfo,
  usable: readonly IndexInfo[],
  byPath: ReadonlyMap<string, Constraint[]>,
  sort: readonly SortField[],
  name: string,
): AccessPlan {
  const index = collection.indexes.find(other => other.name === name);
  if (index === undefined) {
    throw new CommandError(
      "BadValue",
      "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index",
    );
  }
  if (!usable.includes(index) && index.partial !== undefined) return COLLECTION;
  return planIndex(index, indexBounds(index, byPath), sort);
}

const POINT_SCORE = 10;
const RANGE_SCORE = 4;
const SORT_SCORE = 3;
const UNIQUE_SCORE = 100;

function candidate(
  index: IndexInfo,
  byPath: ReadonlyMap<string, Constraint[]>,
  sort: readonly SortField[],
): Candidate | undefined {
  const bounds = indexBounds(index, byPath);
  const plan = planIndex(index, bounds, sort);
  if (bounds.points === 0 && !bounds.ranged && !plan.sorted) return undefined;
  const unique = index.unique && bounds.points === index.fields.length ? UNIQUE_SCORE : 0;
  const score =
    bounds.points * POINT_SCORE + (bounds.ranged ? RANGE_SCORE : 0) + (plan.sorted ? SORT_SCORE : 0);
  return { plan, score: score + unique };
}

function planIndex(index: IndexInfo, bounds: IndexBounds, sort: readonly SortField[]): AccessPlan {
  const direction = sortDirection(index, bounds, sort);
  const reverse = direction === "reverse";
  const ranges = reverse ? [...bounds.ranges].reverse() : bounds.ranges;
  return { access: { kind: "index", index, ranges, reverse }, sorted: direction !== undefined };
}

/** Whether walking the index gives the wanted order, and in which direction. Fields fixed to one value do not count. */
function sortDirection(
  index: IndexInfo,
  bounds: IndexBounds,
  sort: readonly SortField[],
): "forward" | "reverse" | undefined {
  if (sort.length === 0) return undefined;
  const fixed = index.fields.slice(0, bounds.fixed).map(field => field.path);
  const wanted = sort.filter(field => !fixed.includes(field.path));
  let flips: boolean | undefined;
  for (let i = 0; i < wanted.length; i++) {
    const at = bounds.fixed + i;
    const field = index.fields[at];
    if (field === undefined || field.path !== wanted[i]?.path || (index.multikey & (1 << at)) !== 0)
      return undefined;
    const flip = field.descending !== wanted[i]?.descending;
    if (flips !== undefined && flips !== flip) return undefined;
    flips = flip;
  }
  if ((index.multikey & ((1 << bounds.fixed) - 1)) !== 0 && fixed.length > 0 && wanted.length < sort.length)
    return undefined;
  return flips === true ? "reverse" : "forward";
}

/** Whether the index holds every document that the filter can match. */
function isComplete(index: IndexInfo, byPath: ReadonlyMap<string, Constraint[]>): boolean {
  if (index.sparse) {
    const present = index.fields.some(field =>
      byPath.get(field.path)?.some(({ leaf }) => refusesMissing(leaf)),
    );
    if (!present) return false;
  }
  if (index.partial === undefined) return true;
  const conditions = leaves(index.partial.root);
  return conditions?.every(leaf => implies(leavesAt(byPath, leaf.path), leaf)) === true;
}

function leavesAt(byPath: ReadonlyMap<string, Constraint[]>, path: string): LeafNode[] {
  return (byPath.get(path) ?? []).map(constraint => constraint.leaf);
}

function leaves(node: FilterNode): LeafNode[] | undefined {
  if (node.kind === "leaf") return [node];
  if (node.kind === "always" && node.value) return [];
  if (node.kind !== "and") return undefined;
  const nested = node.children.map(leaves);
  return nested.every(list => list !== undefined) ? nested.flat() : undefined;
}

/** A disjunction is reached through indexes when each of its branches is. */
function planUnion(collection: CollectionInfo, filter: FilterNode): Access | undefined {
  const choices = filter.kind === "and" ? filter.children : [filter];
  for (const choice of choices) {
    if (choice.kind !== "or") continue;
    const parts = choice.children.map(child => planAccess(collection, child, []).access);
    if (parts.every(part => part.kind !== "collection")) return { kind: "union", parts };
  }
  return undefined;
}
