import { isNullish, typeOf } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { type Argument, NamedArguments, unary, variadic } from "./arguments.js";
import { requireArray } from "./array.js";
import type { Compile, Expression, Operator, OperatorTable } from "./expression.js";

function mergeObjects(args: Argument[], name: string): Argument {
  const [only] = args;
  const sources = args.length === 1 && Array.isArray(only) ? only : args;
  const result = new Doc();
  for (const source of sources) {
    if (isNullish(source)) continue;
    if (!(source instanceof Doc)) throw new CommandError(40400, `${name} requires object inputs`);
    for (const [field, value] of source.entries()) result.set(field, value);
  }
  return result;
}

function objectToArray(value: Argument, name: string): Argument {
  if (isNullish(value)) return null;
  if (!(value instanceof Doc)) {
    throw new CommandError(
      40390,
      `${name} requires a document input, found: ${value === undefined ? "missing" : typeOf(value).alias}`,
    );
  }
  return [...value.entries()].map(([k, v]) => Doc.of({ k, v }));
}

function arrayToObject(value: Argument, name: string): Argument {
  if (isNullish(value)) return null;
  const result = new Doc();
  for (const entry of requireArray(value, name)) {
    const [key, field] = Array.isArray(entry)
      ? entry
      : entry instanceof Doc
        ? [entry.get("k"), entry.get("v")]
        : [];
    if (typeof key !== "string" || field === undefined) {
      throw new CommandError(40386, `${name} requires an array of [key, value] pairs or of {k, v} objects`);
    }
    result.set(key, field);
  }
  return result;
}

const getField: Operator = (argument, compile, name) => {
  const long = argument instanceof Doc && argument.has("field");
  const field = constantName(long ? (argument.get("field") ?? null) : argument, name);
  const input = long && argument.has("input") ? compile(argument.get("input") ?? null) : undefined;
  return {
    evaluate: scope => {
      const source = input === undefined ? scope.root : input.evaluate(scope);
      if (source instanceof Doc) return source.get(field);
      return isNullish(source) && source !== undefined ? null : undefined;
    },
  };
};

function constantName(value: Value, name: string): string {
  const literal = value instanceof Doc && value.size === 1 ? value.get("$literal") : undefined;
  if (typeof literal === "string") return literal;
  if (typeof value === "string" && !value.startsWith("$")) return value;
  throw new CommandError(5654600, `${name} requires 'field' to evaluate to a constant string`);
}

/** `value` is missing for `$unsetField`. */
function changeField(args: NamedArguments, field: string): Expression {
  return {
    evaluate: scope => {
      const input = args.evaluate("input", scope);
      if (isNullish(input)) return null;
      if (!(input instanceof Doc))
        throw new CommandError(4161105, `${args.name} requires 'input' to evaluate to type Object`);
      const result = input.copy();
      const value = args.evaluate("value", scope);
      if (value === undefined) result.delete(field);
      else result.set(field, value);
      return result;
    },
  };
}

function fieldChanger(required: readonly string[]): Operator {
  return (argument, compile: Compile, name) => {
    const field = constantName(argument instanceof Doc ? (argument.get("field") ?? null) : null, name);
    const rest = Doc.ofEntries(
      argument instanceof Doc ? [...argument.entries()].filter(([key]) => key !== "field") : [],
    );
    return changeField(new NamedArguments(name, rest, compile, required), field);
  };
}

export const objects: OperatorTable = {
  $mergeObjects: variadic(mergeObjects),
  $objectToArray: unary(objectToArray),
  $arrayToObject: unary(arrayToObject),
  $getField: getField,
  $setField: fieldChanger(["input", "value"]),
  $unsetField: fieldChanger(["input"]),
};
