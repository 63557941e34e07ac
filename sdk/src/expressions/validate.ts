import type { InputIssue, JsonObject, Kind } from "../definition/kind";
import { walkData } from "../definition/walk";
import { parseExpression } from "./parse";
import type { ParseOptions } from "./parse-state";
import { type ExpansionRoot, expansionRoots } from "./syntax";

export interface ValidateOptions extends Partial<Omit<ParseOptions, "allowed">> {
  /** Names after `%%` that may be used; `true` and `false` always may. Default: all. */
  readonly allowedExpansions?: readonly ExpansionRoot[];
}

/**
 * Lists what is wrong with an expression; an empty list means that it can be saved. Without `options.parseEjson` the
 * insides of extended JSON are not looked at.
 */
export function validateExpression(expression: unknown, options: ValidateOptions = {}): InputIssue[] {
  const { allowedExpansions = expansionRoots, fieldRoot = "root", parseEjson = () => undefined } = options;
  const allowed = new Set<ExpansionRoot>(["true", "false", ...allowedExpansions]);
  return parseExpression(expression, { fieldRoot, allowed, parseEjson }).issues;
}

/** Lists what is wrong with the expressions in a record of a kind. */
export function expressionIssues(
  kind: Kind,
  record: JsonObject,
  options: ValidateOptions = {},
): InputIssue[] {
  const found: InputIssue[] = [];
  walkData(kind.inputs, record, ({ path, value, traits }) => {
    if (!traits?.expression) return;
    for (const issue of validateExpression(value, options))
      found.push({ ...issue, path: [...path, ...issue.path] });
  });
  return found;
}
