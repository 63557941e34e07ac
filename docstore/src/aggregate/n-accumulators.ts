import { toDouble } from "../bson/exact.js";
import { compareValues } from "../bson/order.js";
import { isNullish, isNumeric } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileExpression } from "../expression/compile.js";
import type { Expression } from "../expression/expression.js";
import { compareSortKeys, parseSort, type SortField, sortKey } from "../query/sort.js";
import type { AccumulatorFactory } from "./accumulator.js";

/** `$firstN`, `$lastN`, `$minN` and `$maxN`: `{input, n}`. */
export const firstN: AccumulatorFactory = (argument, name) => {
  const { input, n } = parse(argument, name);
  return () => {
    let kept: Value[] = [];
    return {
      add: scope => {
        const value = input.evaluate(scope) ?? null;
        if (name === "$firstN") {
          if (kept.length < n) kept.push(value);
        } else if (name === "$lastN") {
          kept = [...kept, value].slice(-n);
        } else if (!isNullish(value)) {
          kept = [...kept, value]
            .sort((a, b) => compareValues(a, b) * (name === "$minN" ? 1 : -1))
            .slice(0, n);
        }
      },
      result: () => kept,
    };
  };
};

function parse(argument: Value, name: string): { input: Expression; n: number } {
  const doc = argument instanceof Doc ? argument : new Doc();
  const input = doc.get("input");
  if (input === undefined || doc.size !== 2)
    throw new CommandError(5787907, `${name} needs an object with 'input' and 'n'`);
  return { input: compileExpression(input), n: positive(doc.get("n"), name) };
}

function positive(value: Value | undefined, name: string): number {
  const n = isNumeric(value) ? toDouble(value) : Number.NaN;
  if (Number.isInteger(n) && n > 0) return n;
  throw new CommandError(5787908, `'n' of ${name} must be a constant integer greater than 0`);
}

/** `$top` and `$bottom` (`{sortBy, output}`), `$topN` and `$bottomN` (`n` besides). */
export const topN: AccumulatorFactory = (argument, name) => {
  const { sortBy, output, n } = parseTop(argument, name);
  const sign = name.startsWith("$bottom") ? -1 : 1;
  return () => {
    let kept: { key: Value[]; value: Value }[] = [];
    return {
      add: scope => {
        const entry = { key: sortKey(sortBy, scope.root), value: output.evaluate(scope) ?? null };
        kept = [...kept, entry].sort((a, b) => sign * compareSortKeys(sortBy, a.key, b.key)).slice(0, n);
      },
      result: () => {
        const values = (sign < 0 ? kept.reverse() : kept).map(entry => entry.value);
        return name.endsWith("N") ? values : values[0];
      },
    };
  };
};

function parseTop(argument: Value, name: string): { sortBy: SortField[]; output: Expression; n: number } {
  const doc = argument instanceof Doc ? argument : new Doc();
  const sortBy = doc.get("sortBy");
  const output = doc.get("output");
  const many = name.endsWith("N");
  if (!(sortBy instanceof Doc) || output === undefined || doc.size !== (many ? 3 : 2)) {
    throw new CommandError(
      5788003,
      `${name} needs an object with 'sortBy', 'output'${many ? " and 'n'" : ""}`,
    );
  }
  return {
    sortBy: parseSort(sortBy),
    output: compileExpression(output),
    n: many ? positive(doc.get("n"), name) : 1,
  };
}
