import { isJsonObject } from "../definition/walk";
import { findOperator, looksLikeOperator, nearestOperator, type Operator } from "./operators";
import { parseCall, parseExpansion } from "./parse-operand";
import type { ParseState } from "./parse-state";
import { parseTest } from "./parse-test";
import type { Condition, Operand } from "./syntax";

const never: Condition = { type: "constant", value: false };

function parseList(name: "and" | "or" | "nor", key: string, value: unknown, state: ParseState): Condition {
  if (!Array.isArray(value)) {
    state.report(`'${key}' takes an array of expressions`);
    return never;
  }
  return { type: name, items: value.map((item, i) => parseCondition(item, state.at(i))) };
}

function parseOperator(
  key: string,
  operator: Operator | undefined,
  value: unknown,
  state: ParseState,
): Condition {
  switch (operator?.type) {
    case "list":
      return parseList(operator.name, key, value, state);
    case "not":
      return { type: "not", item: parseCondition(value, state) };
    case "function":
      return { type: "assert", operand: parseCall(value, state) };
    case undefined:
      state.report(`unknown operator '${key}': did you mean '${nearestOperator(key)}'?`);
      return never;
    default:
      state.report(`'${key}' needs a field: write {"<field>": {"${key}": …}}`);
      return never;
  }
}

function parseField(key: string, value: unknown, state: ParseState): Condition {
  const { fieldRoot } = state.options;
  const left: Operand = key.startsWith("%%")
    ? parseExpansion(key, state)
    : { type: "expansion", root: state.root(fieldRoot) ?? fieldRoot, path: key.split(".") };
  const isTruth = left.type === "expansion" && (left.root === "true" || left.root === "false");
  return { type: "field", left, test: parseTest(value, isTruth, state) };
}

/** Parses an expression: a boolean, an expansion that is one, or an object whose entries must all hold. */
export function parseCondition(value: unknown, state: ParseState): Condition {
  if (typeof value === "boolean") return { type: "constant", value };
  if (typeof value === "string" && value.startsWith("%%")) {
    return { type: "assert", operand: parseExpansion(value, state) };
  }
  if (!isJsonObject(value)) {
    state.report("an expression is true, false or an object");
    return never;
  }
  if (state.isTooDeep) {
    state.report("the expression is nested too deeply");
    return never;
  }
  const items = Object.entries(value).map(([key, operand]) => {
    const position = state.at(key);
    return looksLikeOperator(key)
      ? parseOperator(key, findOperator(key), operand, position)
      : parseField(key, operand, position);
  });
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { type: "and", items };
}
