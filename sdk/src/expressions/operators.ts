import { type Comparison, type Conversion, comparisons, conversions } from "./syntax";

/** An operator by what it takes. */
export type Operator =
  | { type: "comparison"; name: Comparison }
  | { type: "exists" }
  | { type: "list"; name: "and" | "or" | "nor" }
  | { type: "not" }
  | { type: "function" }
  | { type: "conversion"; name: Conversion };

function table(): Map<string, Operator> {
  const operators = new Map<string, Operator>();
  const shared = (name: string, operator: Operator) => {
    operators.set(`%${name}`, operator).set(`$${name}`, operator);
  };
  for (const name of comparisons) shared(name, { type: "comparison", name });
  for (const name of ["and", "or", "nor"] as const) shared(name, { type: "list", name });
  shared("neq", { type: "comparison", name: "ne" });
  shared("exists", { type: "exists" });
  shared("not", { type: "not" });
  operators.set("%function", { type: "function" });
  for (const name of conversions) operators.set(`%${name}`, { type: "conversion", name });
  return operators;
}

const operators = table();

/** True for keys that stand where an operator stands: `%x` and `$x`, but not `%%x`. */
export function looksLikeOperator(key: string): boolean {
  return key.startsWith("$") || (key.startsWith("%") && !key.startsWith("%%"));
}

export function findOperator(key: string): Operator | undefined {
  return operators.get(key);
}

function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (const [i, a] of [...left].entries()) {
    const next = [i + 1];
    for (const [j, b] of [...right].entries()) {
      const change = (row[j] ?? 0) + (a.toLowerCase() === b.toLowerCase() ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** The candidate that is spelled most like the word. */
function nearest(word: string, candidates: Iterable<string>): string {
  let best = "";
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const current = distance(word, candidate);
    if (current < bestDistance) [best, bestDistance] = [candidate, current];
  }
  return best;
}

/** The operator that is spelled most like an unknown one. */
export function nearestOperator(key: string): string {
  const prefix = key.charAt(0);
  const samePrefix = [...operators.keys()].filter(candidate => candidate.startsWith(prefix));
  const near = nearest(key, samePrefix);
  const other = nearest(`%${key.slice(1)}`, operators.keys());
  return distance(key.slice(1), other.slice(1)) < distance(key.slice(1), near.slice(1)) ? other : near;
}
