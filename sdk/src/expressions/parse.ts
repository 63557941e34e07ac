import type { InputIssue } from "../definition/kind";
import { parseCondition } from "./parse-condition";
import { type ParseOptions, ParseState } from "./parse-state";
import type { Condition } from "./syntax";

/** Parses an expression; with issues the condition is incomplete and must not be evaluated. */
export function parseExpression(
  expression: unknown,
  options: ParseOptions,
): { condition: Condition; issues: InputIssue[] } {
  const state = new ParseState(options, parseCondition);
  return { condition: parseCondition(expression, state), issues: state.issues };
}
