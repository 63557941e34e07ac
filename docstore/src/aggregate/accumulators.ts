import { calculateWidening, divideDecimals, toDecimal } from "../bson/arithmetic.js";
import { type NumericValue, toDouble } from "../bson/exact.js";
import { hashKey } from "../bson/key.js";
import { compareValues } from "../bson/order.js";
import { isNullish, isNumeric } from "../bson/type.js";
import { Decimal, Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileExpression } from "../expression/compile.js";
import type { Scope } from "../expression/expression.js";
import { firstN, topN } from "./n-accumulators.js";

/** Gathers one field of one group. */
export interface Accumulator {
  add(scope: Scope): void;
  result(): Value | undefined;
}

/** Compiles an accumulator's argument; the result starts a fresh state for each group. */
export type AccumulatorFactory = (argument: Value, name: string) => () => Accumulator;

/** An accumulator that folds the values of one expression. */
function folding<S>(
  start: () => S,
  add: (state: S, value: Value | undefined) => S,
  finish: (state: S) => Value | undefined,
): AccumulatorFactory {
  return (argument, name) => {
    if (Array.isArray(argument)) throw new CommandError(40237, `The ${name} accumulator is a unary operator`);
    const expression = compileExpression(argument);
    return () => {
      let state = start();
      return {
        add: scope => {
          state = add(state, expression.evaluate(scope));
        },
        result: () => finish(state),
      };
    };
  };
}

const addNumber = (total: NumericValue, value: Value | undefined): NumericValue =>
  isNumeric(value) ? calculateWidening("add", total, value) : total;

interface Average {
  readonly total: NumericValue;
  readonly count: number;
}

function average({ total, count }: Average): Value {
  if (count === 0) return null;
  return total instanceof Decimal
    ? divideDecimals(total, toDecimal(new Int32(count)))
    : toDouble(total) / count;
}

function extreme(wins: (order: number) => boolean): AccumulatorFactory {
  return folding<Value | undefined>(
    () => undefined,
    (best, value) => {
      if (value === undefined || isNullish(value)) return best;
      return best === undefined || wins(compareValues(value, best)) ? value : best;
    },
    best => best ?? null,
  );
}

interface Spread {
  readonly count: number;
  readonly mean: number;
  readonly squares: number;
}

/** Welford's method. */
function deviation(sampled: boolean): AccumulatorFactory {
  return folding<Spread>(
    () => ({ count: 0, mean: 0, squares: 0 }),
    (state, value) => {
      if (!isNumeric(value)) return state;
      const count = state.count + 1;
      const distance = toDouble(value) - state.mean;
      const mean = state.mean + distance / count;
      return { count, mean, squares: state.squares + distance * (toDouble(value) - mean) };
    },
    ({ count, squares }) =>
      count <= (sampled ? 1 : 0) ? null : Math.sqrt(squares / (sampled ? count - 1 : count)),
  );
}

interface Edge {
  readonly seen: boolean;
  readonly value: Value | undefined;
}

const countAll: AccumulatorFactory = argument => {
  if (!(argument instanceof Doc) || argument.size > 0)
    throw new CommandError("TypeMismatch", "$count takes no arguments, i.e. $count:{}");
  return () => {
    let n = 0;
    return {
      add: () => {
        n++;
      },
      result: () => new Int32(n),
    };
  };
};

function mergeInto(result: Doc, value: Value | undefined): Doc {
  if (isNullish(value)) return result;
  if (!(value instanceof Doc)) throw new CommandError(40400, "$mergeObjects requires object inputs");
  for (const [name, field] of value.entries()) result.set(name, field);
  return result;
}

/** Every accumulator of `$group` by name. */
export const ACCUMULATORS: ReadonlyMap<string, AccumulatorFactory> = new Map(
  Object.entries<AccumulatorFactory>({
    $sum: folding<NumericValue>(
      () => new Int32(0),
      addNumber,
      total => total,
    ),
    $avg: folding<Average>(
      () => ({ total: new Int32(0), count: 0 }),
      (state, value) =>
        isNumeric(value) ? { total: addNumber(state.total, value), count: state.count + 1 } : state,
      average,
    ),
    $min: extreme(order => order < 0),
    $max: extreme(order => order > 0),
    $first: folding<Edge>(
      () => ({ seen: false, value: undefined }),
      (state, value) => (state.seen ? state : { seen: true, value }),
      state => state.value ?? null,
    ),
    $last: folding<Value | undefined>(
      () => undefined,
      (_last, value) => value,
      last => last ?? null,
    ),
    $push: folding<Value[]>(
      () => [],
      (list, value) => {
        if (value !== undefined) list.push(value);
        return list;
      },
      list => list,
    ),
    $addToSet: folding<Map<string, Value>>(
      () => new Map(),
      (set, value) => {
        if (value !== undefined && !set.has(hashKey(value))) set.set(hashKey(value), value);
        return set;
      },
      set => [...set.values()],
    ),
    $mergeObjects: folding<Doc>(
      () => new Doc(),
      mergeInto,
      doc => doc,
    ),
    $stdDevPop: deviation(false),
    $stdDevSamp: deviation(true),
    $count: countAll,
    $firstN: firstN,
    $lastN: firstN,
    $minN: firstN,
    $maxN: firstN,
    $top: topN,
    $bottom: topN,
    $topN: topN,
    $bottomN: topN,
  }),
);
