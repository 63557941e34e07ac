import { randomInt } from "node:crypto";
import { smallestInteger } from "../bson/arithmetic.js";
import { encodeDoc } from "../bson/encode.js";
import { toDouble } from "../bson/exact.js";
import { isNumeric } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileFilter } from "../query/filter.js";
import { parseSort, sortStream } from "../query/sort.js";
import { group } from "./group.js";
import type { StageFactory } from "./stage.js";
import { unwind } from "./unwind.js";

const match: StageFactory = (argument, _nested, variables) => {
  if (!(argument instanceof Doc))
    throw new CommandError(15959, "the match filter must be an expression in an object");
  const filter = compileFilter(argument, variables);
  return function* matching(docs) {
    for (const doc of docs) if (filter.matches(doc)) yield doc;
  };
};

const sort: StageFactory = argument => {
  if (!(argument instanceof Doc))
    throw new CommandError(15973, "the $sort key specification must be an object");
  if (argument.size === 0) throw new CommandError(15976, "$sort stage must have at least one sort key");
  const fields = parseSort(argument);
  return docs =>
    sortStream(
      docs,
      fields,
      doc => doc,
      doc => encodeDoc(doc).length,
    );
};

function count(argument: Value, name: string, min: number, code: number): number {
  const number = isNumeric(argument) ? toDouble(argument) : Number.NaN;
  if (Number.isInteger(number) && number >= min) return number;
  throw new CommandError(code, `invalid argument to ${name} stage: expected an integer of at least ${min}`);
}

const limit: StageFactory = argument => {
  const most = count(argument, "$limit", 1, 15958);
  return function* limiting(docs) {
    let passed = 0;
    for (const doc of docs) {
      yield doc;
      if (++passed >= most) return;
    }
  };
};

const skip: StageFactory = argument => {
  const least = count(argument, "$skip", 0, 5107200);
  return function* skipping(docs) {
    let passed = 0;
    for (const doc of docs) if (passed++ >= least) yield doc;
  };
};

const countStage: StageFactory = argument => {
  if (typeof argument !== "string" || argument === "" || argument.startsWith("$") || argument.includes(".")) {
    throw new CommandError(40156, "the count field must be a non-empty string without a '$' prefix or a '.'");
  }
  return function* counting(docs) {
    let n = 0n;
    for (const _doc of docs) n++;
    if (n > 0n) yield Doc.ofEntries([[argument, smallestInteger(n)]]);
  };
};

/** A uniform choice without replacement (reservoir sampling). */
const sample: StageFactory = argument => {
  const wanted = argument instanceof Doc && argument.size === 1 ? argument.get("size") : undefined;
  const size = count(wanted ?? null, "$sample", 1, 28747);
  return docs => {
    const kept: Doc[] = [];
    let seen = 0;
    for (const doc of docs) {
      const at = seen++ < size ? kept.length : randomInt(seen);
      if (at < size) kept[at] = doc;
    }
    return kept;
  };
};

const sortByCount: StageFactory = (argument, nested, variables) => {
  const grouping = group(
    Doc.of({ _id: argument, count: Doc.of({ $sum: smallestInteger(1n) }) }),
    nested,
    variables,
  );
  const ordering = sort(Doc.of({ count: -1 }), nested, variables);
  return docs => ordering(grouping(docs));
};

/** Stages that pass documents on, drop them, or order them. */
export const streamStages: Readonly<Record<string, StageFactory>> = {
  $match: match,
  $sort: sort,
  $limit: limit,
  $skip: skip,
  $count: countStage,
  $sample: sample,
  $sortByCount: sortByCount,
  $unwind: unwind,
};
