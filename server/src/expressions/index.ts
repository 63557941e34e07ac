export { type EvaluateOptions, evaluateExpression, testExpression } from "./evaluate";
export { parseEjson } from "./parse-ejson";
export type { CallFunction, ExpressionScope, LazyValue } from "./scope";
