import { parseCondition } from "./parse-condition";
import { type ExpressionIssue, ParseState } from "./parse-state";
import type { Condition, ExpansionRoot } from "./syntax";

/** Parses an expression; with issues the condition is incomplete and must not be evaluated. */
export function parseExpression(
  expression: unknown,
  fieldRoot: "root" | "args",
  allowed: ReadonlySet<ExpansionRoot>,
): { condition: Condition; issues: ExpressionIssue[] } {
  const state = new ParseState(fieldRoot, allowed, parseCondition);
  return { condition: parseCondition(expression, state), issues: state.issues };
}
