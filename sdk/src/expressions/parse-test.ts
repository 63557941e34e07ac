import { isJsonObject } from "../definition/walk";
import { findOperator, looksLikeOperator, nearestOperator, type Operator } from "./operators";
import { isEjson, parseCall, parseConversionOperand, parseOperand } from "./parse-operand";
import type { ParseState } from "./parse-state";
import type { Comparison, Operand, Test } from "./syntax";

const lists: readonly Comparison[] = ["in", "nin", "all"];

function equal(operand: Operand): Test {
  return { type: "eq", operand };
}

function parseComparison(name: Comparison, key: string, value: unknown, state: ParseState): Test {
  const operand = parseOperand(value, state);
  const isList = !["literal", "document", "conversion"].includes(operand.type);
  if (lists.includes(name) && !isList)
    state.report(`'${key}' takes an array or an expansion that yields one`);
  return { type: name, operand };
}

function parseExists(value: unknown, state: ParseState): Test {
  const isFlag = [true, false, 0, 1, "%%true", "%%false"].includes(value as never);
  if (!isFlag) state.report("'%exists' takes true or false");
  return { type: "exists", operand: parseOperand(value, state) };
}

function parseList(name: "and" | "or" | "nor", key: string, value: unknown, state: ParseState): Test {
  if (!Array.isArray(value)) {
    state.report(`'${key}' takes an array`);
    return { type: name, items: [] };
  }
  return { type: name, items: value.map((item, i) => parseTest(item, false, state.at(i))) };
}

function parseOperatorTest(key: string, operator: Operator, value: unknown, state: ParseState): Test {
  switch (operator.type) {
    case "comparison":
      return parseComparison(operator.name, key, value, state);
    case "exists":
      return parseExists(value, state);
    case "list":
      return parseList(operator.name, key, value, state);
    case "not":
      return { type: "not", item: parseTest(value, false, state) };
    case "function":
      return equal(parseCall(value, state));
    case "conversion": {
      const operand = parseConversionOperand(value, state);
      return equal({ type: "conversion", conversion: operator.name, operand });
    }
  }
}

function parseOperatorTests(value: Record<string, unknown>, keys: string[], state: ParseState): Test {
  const items = keys.flatMap(key => {
    const operator = findOperator(key);
    const position = state.at(key);
    if (operator !== undefined) return [parseOperatorTest(key, operator, value[key], position)];
    position.report(
      looksLikeOperator(key)
        ? `unknown operator '${key}': did you mean '${nearestOperator(key)}'?`
        : `'${key}' stands beside operators: write it as a condition of its own`,
    );
    return [];
  });
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { type: "and", items };
}

function hasConditionKey(value: unknown): boolean {
  return isJsonObject(value) && !isEjson(value) && Object.keys(value).some(key => !looksLikeOperator(key));
}

/** A logical operator on the right whose items are whole conditions, not operators for the left side. */
function holdsConditions(value: Record<string, unknown>): boolean {
  return Object.entries(value).some(([key, operand]) => {
    const operator = findOperator(key);
    if (operator?.type === "not") return hasConditionKey(operand);
    return operator?.type === "list" && Array.isArray(operand) && operand.some(hasConditionKey);
  });
}

function isLogical(key: string): boolean {
  const type = findOperator(key)?.type;
  return type === "list" || type === "not";
}

/**
 * Parses the right side of a field: a value to be equal to, operators, or a whole condition whose truth is
 * compared with the left. `isTruth` says that the left side is itself true or false.
 */
export function parseTest(value: unknown, isTruth: boolean, state: ParseState): Test {
  if (!isJsonObject(value) || isEjson(value) || state.isTooDeep) return equal(parseOperand(value, state));
  const keys = Object.keys(value);
  const isCondition =
    keys.some(key => key.startsWith("%%")) ||
    holdsConditions(value) ||
    (isTruth && keys.every(key => isLogical(key) || !looksLikeOperator(key)));
  if (isCondition) return equal({ type: "condition", condition: state.nested(value, state) });
  return keys.some(looksLikeOperator)
    ? parseOperatorTests(value, keys, state)
    : equal(parseOperand(value, state));
}
