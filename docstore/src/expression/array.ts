import { toDouble } from "../bson/exact.js";
import { compareValues, equalValues } from "../bson/order.js";
import { isNullish, isNumeric, typeOf } from "../bson/type.js";
import { Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compareSortKeys, parseSort, sortKey } from "../query/sort.js";
import { type Argument, NamedArguments, operator, unary, variadic } from "./arguments.js";
import type { Operator, OperatorTable } from "./expression.js";

export function requireArray(value: Argument, name: string): readonly Value[] {
  if (Array.isArray(value)) return value;
  throw new CommandError(
    28689,
    `${name}'s argument must be an array, but is ${value === undefined ? "missing" : typeOf(value).alias}`,
  );
}

function integer(value: Argument, name: string): number {
  const number = isNumeric(value) ? toDouble(value) : Number.NaN;
  if (Number.isInteger(number)) return number;
  throw new CommandError(28690, `${name}'s argument must be representable as a 32-bit integer`);
}

function elementAt([array, index]: Argument[], name: string): Argument {
  if (isNullish(array) || isNullish(index)) return null;
  return requireArray(array, name).at(integer(index, name));
}

function slice([array, first, second]: Argument[], name: string): Argument {
  if (isNullish(array) || isNullish(first)) return null;
  const list = requireArray(array, name);
  const at = integer(first, name);
  if (second === undefined) return at < 0 ? list.slice(at) : list.slice(0, at);
  if (isNullish(second)) return null;
  const length = integer(second, name);
  if (length <= 0) throw new CommandError(28729, `Third argument to $slice must be positive: ${length}`);
  const start = at < 0 ? Math.max(0, list.length + at) : at;
  return list.slice(start, start + length);
}

function concatArrays(args: Argument[], name: string): Argument {
  if (args.some(isNullish)) return null;
  return args.flatMap(value => requireArray(value, name));
}

function indexOfArray([array, wanted, start, end]: Argument[], name: string): Argument {
  if (isNullish(array)) return null;
  const list = requireArray(array, name);
  const from = start === undefined ? 0 : integer(start, name);
  const until = end === undefined ? list.length : integer(end, name);
  const found = list.findIndex((value, i) => i >= from && i < until && equalValues(value, wanted ?? null));
  return new Int32(found);
}

const MAX_RANGE = 4_000_000;

function range([start, end, step]: Argument[], name: string): Argument {
  const by = step === undefined ? 1 : integer(step, name);
  const from = integer(start, name);
  const to = integer(end, name);
  if (by === 0) throw new CommandError(34449, "$range requires a non-zero step value");
  const length = Math.max(0, Math.ceil((to - from) / by));
  if (length > MAX_RANGE)
    throw new CommandError("QueryExceededMemoryLimit", "$range would use too much memory");
  return Array.from({ length }, (_, i) => new Int32(from + i * by));
}

function zip(): Operator {
  return (argument, compile, name) => {
    const args = new NamedArguments(name, argument, compile, ["inputs"], ["useLongestLength", "defaults"]);
    return {
      evaluate: scope => {
        const inputs = requireArray(args.evaluate("inputs", scope), name);
        if (inputs.some(isNullish)) return null;
        const lists = inputs.map(input => requireArray(input, name));
        const defaults = args.evaluate("defaults", scope);
        const lengths = lists.map(list => list.length);
        const length =
          args.evaluate("useLongestLength", scope) === true ? Math.max(...lengths) : Math.min(...lengths);
        return Array.from({ length }, (_, i) =>
          lists.map((list, j) => list[i] ?? (Array.isArray(defaults) ? (defaults[j] ?? null) : null)),
        );
      },
    };
  };
}

function sortArray(): Operator {
  return (argument, compile, name) => {
    const by = argument instanceof Doc ? argument.get("sortBy") : undefined;
    const input = argument instanceof Doc ? argument.get("input") : undefined;
    if (by === undefined || input === undefined)
      throw new CommandError(2942502, "$sortArray requires 'input' and 'sortBy'");
    const compiled = compile(input);
    const order = elementOrder(by, name);
    return {
      evaluate: scope => {
        const value = compiled.evaluate(scope);
        return isNullish(value) ? null : [...requireArray(value, name)].sort(order);
      },
    };
  };
}

function elementOrder(by: Value, name: string): (a: Value, b: Value) => number {
  if (by instanceof Doc) {
    const fields = parseSort(by);
    const key = (value: Value): Value[] => sortKey(fields, value instanceof Doc ? value : new Doc());
    return (a, b) => compareSortKeys(fields, key(a), key(b));
  }
  const direction = integer(by, name);
  return (a, b) => compareValues(a, b) * direction;
}

function edgeN(pick: (list: readonly Value[], n: number) => Value[]): Operator {
  return (argument, compile, name) => {
    const args = new NamedArguments(name, argument, compile, ["input", "n"]);
    return {
      evaluate: scope => {
        const n = integer(args.evaluate("n", scope), name);
        if (n < 1) throw new CommandError(5787908, `'n' of ${name} must be greater than 0`);
        return pick(requireArray(args.evaluate("input", scope), name), n);
      },
    };
  };
}

const sorted = (list: readonly Value[], sign: number): Value[] =>
  list.filter(value => !isNullish(value)).sort((a, b) => compareValues(a, b) * sign);

export const array: OperatorTable = {
  $arrayElemAt: operator(2, 2, elementAt),
  $first: unary((value, name) => (isNullish(value) ? null : requireArray(value, name)[0])),
  $last: unary((value, name) => (isNullish(value) ? null : requireArray(value, name).at(-1))),
  $size: unary((value, name) => new Int32(requireArray(value, name).length)),
  $slice: operator(2, 3, slice),
  $concatArrays: variadic(concatArrays),
  $in: operator(2, 2, ([value, list], name) =>
    requireArray(list, name).some(other => equalValues(other, value ?? null)),
  ),
  $indexOfArray: operator(2, 4, indexOfArray),
  $isArray: unary(value => Array.isArray(value)),
  $reverseArray: unary((value, name) => (isNullish(value) ? null : [...requireArray(value, name)].reverse())),
  $range: operator(2, 3, range),
  $zip: zip(),
  $sortArray: sortArray(),
  $firstN: edgeN((list, n) => list.slice(0, n)),
  $lastN: edgeN((list, n) => list.slice(-n)),
  $minN: edgeN((list, n) => sorted(list, 1).slice(0, n)),
  $maxN: edgeN((list, n) => sorted(list, -1).slice(0, n)),
};
