import { calculateWidening, divideDecimals, toDecimal } from "../bson/arithmetic.js";
import { type NumericValue, toDouble } from "../bson/exact.js";
import { hashKey } from "../bson/key.js";
import { compareValues } from "../bson/order.js";
import { isNullish, isNumeric } from "../bson/type.js";
import { Decimal, Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";

/** Gathers values into one. */
interface ValueAccumulator {
  add(value: Value | undefined): void;
  result(): Value | undefined;
}

export type ValueAccumulatorFactory = () => ValueAccumulator;

function folding<S>(
  start: () => S,
  add: (state: S, value: Value | undefined) => S,
  finish: (state: S) => Value | undefined,
): ValueAccumulatorFactory {
  return () => {
    let state = start();
    return {
      add: value => {
        state = add(state, value);
      },
      result: () => finish(state),
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

function extreme(wins: (order: number) => boolean): ValueAccumulatorFactory {
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
function deviation(sampled: boolean): ValueAccumulatorFactory {
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

function mergeInto(result: Doc, value: Value | undefined): Doc {
  if (isNullish(value)) return result;
  if (!(value instanceof Doc)) throw new CommandError(40400, "$mergeObjects requires object inputs");
  for (const [name, field] of value.entries()) result.set(name, field);
  return result;
}

/** Accumulators of one expression, by name. */
export const ACCUMULATORS: ReadonlyMap<string, ValueAccumulatorFactory> = new Map(
  Object.entries<ValueAccumulatorFactory>({
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
  }),
);
