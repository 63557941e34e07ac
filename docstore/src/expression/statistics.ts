import { ACCUMULATORS } from "./accumulators.js";
import type { Operator, OperatorTable } from "./expression.js";

/** `$sum`, `$avg`, `$min` … outside `$group`: over their arguments, or over the elements of a single array. */
function overArguments(accumulator: string): Operator {
  return (argument, compile) => {
    const list = Array.isArray(argument) ? argument.map(compile) : [compile(argument)];
    return {
      evaluate: scope => {
        const values = list.map(item => item.evaluate(scope));
        const [only] = values;
        const source = values.length === 1 && Array.isArray(only) ? only : values;
        const state = ACCUMULATORS.get(accumulator)?.();
        for (const value of source) state?.add(value);
        return state?.result();
      },
    };
  };
}

export const statistics: OperatorTable = Object.fromEntries(
  ["$sum", "$avg", "$min", "$max", "$stdDevPop", "$stdDevSamp"].map(name => [name, overArguments(name)]),
);
