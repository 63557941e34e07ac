import { isJsonObject } from "../definition/walk";
import { findOperator, looksLikeOperator, nearestOperator } from "./operators";
import type { ParseState } from "./parse-state";
import type { Operand } from "./syntax";

const ejsonKeys = new Set([
  "$oid",
  "$numberInt",
  "$numberLong",
  "$numberDouble",
  "$numberDecimal",
  "$date",
  "$binary",
  "$uuid",
  "$regularExpression",
  "$timestamp",
  "$minKey",
  "$maxKey",
  "$symbol",
  "$code",
]);

const nothing: Operand = { type: "literal", value: undefined };

/** True for an object that is the EJSON form of one value. */
export function isEjson(value: Record<string, unknown>): boolean {
  return Object.keys(value).some(key => ejsonKeys.has(key));
}

function parseEjson(value: Record<string, unknown>, state: ParseState): Operand {
  try {
    return { type: "literal", value: state.options.parseEjson(value) };
  } catch {
    state.report(`${JSON.stringify(value)} is not a valid extended JSON value`);
    return nothing;
  }
}

/** Parses `%%root.path`. */
export function parseExpansion(text: string, state: ParseState): Operand {
  const [name = "", ...path] = text.slice(2).split(".");
  const root = state.root(name);
  if (root === undefined) return nothing;
  if ((root === "true" || root === "false") && path.length > 0) state.report(`'%%${root}' has no members`);
  if (root === "values" && path[0] === undefined) state.report("'%%values' needs the name of a value");
  if (path.includes("")) state.report(`'${text}' has an empty member name`);
  return { type: "expansion", root, path };
}

/** Parses the operand of `%function`: `{name, arguments?}`. */
export function parseCall(value: unknown, state: ParseState): Operand {
  if (!isJsonObject(value)) {
    state.report("%function takes an object with 'name' and 'arguments'");
    return nothing;
  }
  for (const key of Object.keys(value)) {
    if (key !== "name" && key !== "arguments") state.at(key).report(`%function does not know '${key}'`);
  }
  const { name, arguments: args = [] } = value;
  if (typeof name !== "string" || name === "")
    state.at("name").report("%function needs the name of a function");
  if (!Array.isArray(args)) {
    state.at("arguments").report("the arguments of %function are an array");
    return nothing;
  }
  const position = state.at("arguments");
  return {
    type: "call",
    name: String(name),
    args: args.map((arg, i) => parseOperand(arg, position.at(i))),
  };
}

/** Parses the operand of a conversion: a literal or an expansion, never another operator. */
export function parseConversionOperand(value: unknown, state: ParseState): Operand {
  const operand = parseOperand(value, state);
  if (operand.type === "literal" || operand.type === "expansion") return operand;
  state.report("a conversion takes a literal or an expansion");
  return nothing;
}

function parseDocument(value: Record<string, unknown>, state: ParseState): Operand {
  const keys = Object.keys(value);
  const operatorKey = keys.find(looksLikeOperator);
  if (operatorKey === undefined) {
    return { type: "document", entries: keys.map(key => [key, parseOperand(value[key], state.at(key))]) };
  }
  const operator = findOperator(operatorKey);
  const position = state.at(operatorKey);
  if (operator === undefined) {
    position.report(`unknown operator '${operatorKey}': did you mean '${nearestOperator(operatorKey)}'?`);
  } else if (keys.length > 1) {
    state.report(`'${operatorKey}' must be the only key where a value is expected`);
  } else if (operator.type === "function") {
    return parseCall(value[operatorKey], position);
  } else if (operator.type === "conversion") {
    const operand = parseConversionOperand(value[operatorKey], position);
    return { type: "conversion", conversion: operator.name, operand };
  } else {
    position.report(`'${operatorKey}' compares and cannot stand where a value is expected`);
  }
  return nothing;
}

/** Parses something that has a value: literals (EJSON), expansions, conversions, function calls, and lists of these. */
export function parseOperand(value: unknown, state: ParseState): Operand {
  if (state.isTooDeep) {
    state.report("the expression is nested too deeply");
    return nothing;
  }
  if (typeof value === "string" && value.startsWith("%%")) return parseExpansion(value, state);
  if (Array.isArray(value)) {
    return { type: "array", items: value.map((item, i) => parseOperand(item, state.at(i))) };
  }
  if (!isJsonObject(value)) return { type: "literal", value };
  return isEjson(value) ? parseEjson(value, state) : parseDocument(value, state);
}
