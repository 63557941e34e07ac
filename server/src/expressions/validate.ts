import { parseExpression } from "./parse";
import type { ExpressionIssue } from "./parse-state";
import { type ExpansionRoot, expansionRoots } from "./syntax";

export interface ValidateOptions {
  /** Names after `%%` that may be used; `true` and `false` always may. Default: all. */
  allowedExpansions?: readonly ExpansionRoot[];
  /** What a plain field name is a member of. Default: `root`. */
  fieldRoot?: "root" | "args";
}

/** Lists what is wrong with an expression; an empty list means that it can be saved. */
export function validateExpression(expression: unknown, options: ValidateOptions = {}): ExpressionIssue[] {
  const { allowedExpansions = expansionRoots, fieldRoot = "root" } = options;
  const allowed = new Set<ExpansionRoot>(["true", "false", ...allowedExpansions]);
  return parseExpression(expression, fieldRoot, allowed).issues;
}

/** Names of the functions that an expression calls through `%function`, each once, in order of appearance. */
export function expressionReferences(expression: unknown): string[] {
  const names = new Set<string>();
  collect(expression, names, 0);
  return [...names];
}

function collect(value: unknown, names: Set<string>, depth: number): void {
  if (typeof value !== "object" || value === null || depth > 400) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === "%function" && typeof member === "object" && member !== null && "name" in member) {
      if (typeof member.name === "string") names.add(member.name);
    }
    collect(member, names, depth + 1);
  }
}
