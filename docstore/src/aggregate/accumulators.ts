import { Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import {
  ACCUMULATORS as VALUE_ACCUMULATORS,
  type ValueAccumulatorFactory,
} from "../expression/accumulators.js";
import { compileExpression } from "../expression/compile.js";
import type { AccumulatorFactory } from "./accumulator.js";
import { firstN, topN } from "./n-accumulators.js";

/** An accumulator of the values of one expression. */
function unary(start: ValueAccumulatorFactory): AccumulatorFactory {
  return (argument, name) => {
    if (Array.isArray(argument)) throw new CommandError(40237, `The ${name} accumulator is a unary operator`);
    const expression = compileExpression(argument);
    return () => {
      const state = start();
      return { add: scope => state.add(expression.evaluate(scope)), result: () => state.result() };
    };
  };
}

const countAll: AccumulatorFactory = (argument: Value) => {
  if (!(argument instanceof Doc) || argument.size > 0) {
    throw new CommandError("TypeMismatch", "$count takes no arguments, i.e. $count:{}");
  }
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

/** Every accumulator of `$group` by name. */
export const ACCUMULATORS: ReadonlyMap<string, AccumulatorFactory> = new Map([
  ...[...VALUE_ACCUMULATORS].map(([name, start]) => [name, unary(start)] as const),
  ["$count", countAll] as const,
  ...["$firstN", "$lastN", "$minN", "$maxN"].map(name => [name, firstN] as const),
  ...["$top", "$bottom", "$topN", "$bottomN"].map(name => [name, topN] as const),
]);
