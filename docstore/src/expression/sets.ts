import { hashKey } from "../bson/key.js";
import { isNullish } from "../bson/type.js";
import type { Value } from "../bson/value.js";
import { type Argument, binary, operator, variadic } from "./arguments.js";
import { requireArray } from "./array.js";
import type { OperatorTable } from "./expression.js";

function toSet(value: Argument, name: string): Map<string, Value> {
  return new Map(requireArray(value, name).map(element => [hashKey(element), element] as const));
}

function union(args: Argument[], name: string): Argument {
  if (args.some(isNullish)) return null;
  return [...new Map(args.flatMap(value => [...toSet(value, name)])).values()];
}

function intersection(args: Argument[], name: string): Argument {
  if (args.some(isNullish)) return null;
  const [first, ...others] = args.map(value => toSet(value, name));
  if (first === undefined) return [];
  return [...first].filter(([key]) => others.every(other => other.has(key))).map(([, value]) => value);
}

function difference(a: Argument, b: Argument, name: string): Argument {
  if (isNullish(a) || isNullish(b)) return null;
  const without = toSet(b, name);
  return [...toSet(a, name)].filter(([key]) => !without.has(key)).map(([, value]) => value);
}

function equals(args: Argument[], name: string): Argument {
  const [first, ...others] = args.map(value => toSet(value, name));
  return others.every(other => other.size === first?.size && [...other.keys()].every(key => first.has(key)));
}

export const sets: OperatorTable = {
  $setUnion: variadic(union),
  $setIntersection: variadic(intersection),
  $setDifference: binary(difference),
  $setEquals: operator(2, Number.MAX_SAFE_INTEGER, equals),
  $setIsSubset: binary((a, b, name) => {
    const whole = toSet(b, name);
    return [...toSet(a, name).keys()].every(key => whole.has(key));
  }),
};
