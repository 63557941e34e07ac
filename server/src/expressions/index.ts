export { type EvaluateOptions, evaluateExpression, testExpression } from "./evaluate";
export type { ExpressionIssue } from "./parse-state";
export type { CallFunction, ExpressionScope, LazyValue } from "./scope";
export { type ExpansionRoot, expansionRoots } from "./syntax";
export { expressionReferences, type ValidateOptions, validateExpression } from "./validate";
