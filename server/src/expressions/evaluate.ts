import { parseExpression } from "@appstead/sdk/expressions/parse";
import { type Condition, expansionRoots, type Operand } from "@appstead/sdk/expressions/syntax";
import { convert } from "./convert";
import { evaluateTest } from "./evaluate-test";
import { parseEjson } from "./parse-ejson";
import { type CallFunction, Evaluation, type ExpressionScope } from "./scope";
import { allOf, anyOf, chain, type MaybePromise, mapInOrder, negate, type Truth } from "./truth";

export interface EvaluateOptions {
  /** Calls a function for `%function`; without it `%function` cannot be evaluated. */
  callFunction?: CallFunction;
  /** What a plain field name is a member of. Default: `root`. */
  fieldRoot?: "root" | "args";
}

const allowed = new Set(expansionRoots);
/** Expressions are configuration and never change: each object is parsed once. */
const parsed = { root: new WeakMap<object, Condition>(), args: new WeakMap<object, Condition>() };

function parse(expression: unknown, fieldRoot: "root" | "args"): Condition {
  const isObject = typeof expression === "object" && expression !== null;
  const known = isObject ? parsed[fieldRoot].get(expression) : undefined;
  if (known !== undefined) return known;
  const { condition, issues } = parseExpression(expression, { fieldRoot, allowed, parseEjson });
  const result: Condition = issues.length > 0 ? { type: "constant", value: false } : condition;
  if (isObject) parsed[fieldRoot].set(expression, result);
  return result;
}

function resolve(operand: Operand, evaluation: Evaluation): MaybePromise<unknown> {
  switch (operand.type) {
    case "literal":
      return operand.value;
    case "expansion":
      return evaluation.lookUp(operand.root, operand.path);
    case "array":
      return mapInOrder(operand.items, item => resolve(item, evaluation));
    case "document": {
      const values = mapInOrder(operand.entries, ([, member]) => resolve(member, evaluation));
      return chain(values, list => Object.fromEntries(operand.entries.map(([key], i) => [key, list[i]])));
    }
    case "conversion":
      return chain(resolve(operand.operand, evaluation), value => convert(operand.conversion, value));
    case "call":
      return chain(
        mapInOrder(operand.args, arg => resolve(arg, evaluation)),
        args => call(operand.name, args, evaluation),
      );
    case "condition":
      return chain(evaluate(operand.condition, evaluation), truth => {
        if (truth === undefined) throw new Error("the nested expression cannot be evaluated");
        return truth;
      });
  }
}

function call(name: string, args: unknown[], evaluation: Evaluation): Promise<unknown> {
  if (evaluation.callFunction === undefined) throw new Error("%function is not available here");
  return evaluation.callFunction(name, args);
}

/** Turns whatever goes wrong into "unknown", which no condition treats as true. */
function guard(work: () => MaybePromise<Truth>): MaybePromise<Truth> {
  try {
    const truth = work();
    return truth instanceof Promise ? truth.catch(() => undefined) : truth;
  } catch {
    return undefined;
  }
}

function evaluate(condition: Condition, evaluation: Evaluation): MaybePromise<Truth> {
  switch (condition.type) {
    case "constant":
      return condition.value;
    case "assert":
      return guard(() => chain(resolve(condition.operand, evaluation), value => value === true));
    case "and":
      return allOf(condition.items, item => evaluate(item, evaluation));
    case "or":
      return anyOf(condition.items, item => evaluate(item, evaluation));
    case "nor":
      return chain(
        anyOf(condition.items, item => evaluate(item, evaluation)),
        negate,
      );
    case "not":
      return chain(evaluate(condition.item, evaluation), negate);
    case "field":
      return guard(() =>
        chain(resolve(condition.left, evaluation), left =>
          evaluateTest(condition.test, left, operand => resolve(operand, evaluation)),
        ),
      );
  }
}

/**
 * Evaluates an expression, at once when it calls no function and its scope provides no promise.
 * What cannot be evaluated is false, also under `%not`.
 */
export function testExpression(
  expression: unknown,
  scope: ExpressionScope,
  options: EvaluateOptions = {},
): MaybePromise<boolean> {
  const condition = parse(expression, options.fieldRoot ?? "root");
  return chain(evaluate(condition, new Evaluation(scope, options.callFunction)), truth => truth === true);
}

/** Evaluates an expression; see `testExpression`. Never rejects. */
export async function evaluateExpression(
  expression: unknown,
  scope: ExpressionScope,
  options: EvaluateOptions = {},
): Promise<boolean> {
  return testExpression(expression, scope, options);
}
