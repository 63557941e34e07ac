import { toDouble } from "../bson/exact.js";
import { compareValues } from "../bson/order.js";
import { isNumeric, typeOf } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compareSortKeys, parseSort, sortKey } from "../query/sort.js";
import type { ModifierFactory, UpdateOperatorTable } from "./modifier.js";

type Step = (array: Value[]) => Value[];

const push: ModifierFactory = argument => {
  const { values, position, sort, slice } = parsePush(argument);
  return (current, context, path) => {
    const array = current ?? [];
    if (!Array.isArray(array)) {
      const id = context.inserting ? "the new document" : "the document";
      throw new CommandError(
        "BadValue",
        `The field '${path}' must be an array but is of type ${typeOf(array).alias} in ${id}`,
      );
    }
    const at =
      position === undefined ? array.length : position < 0 ? Math.max(0, array.length + position) : position;
    return slice(sort([...array.slice(0, at), ...values, ...array.slice(at)]));
  };
};

interface Push {
  readonly values: readonly Value[];
  readonly position: number | undefined;
  readonly sort: Step;
  readonly slice: Step;
}

function parsePush(argument: Value): Push {
  if (!(argument instanceof Doc) || !argument.has("$each")) {
    return { values: [argument], position: undefined, sort: array => array, slice: array => array };
  }
  const unknown = argument.keys.find(key => !["$each", "$slice", "$sort", "$position"].includes(key));
  if (unknown !== undefined) throw new CommandError("BadValue", `Unrecognized clause in $push: ${unknown}`);
  const values = argument.get("$each");
  if (!Array.isArray(values))
    throw new CommandError("BadValue", "The argument to $each in $push must be an array");
  const slice = integer(argument.get("$slice"), "$slice");
  return {
    values,
    position: integer(argument.get("$position"), "$position"),
    sort: parseOrder(argument.get("$sort")),
    slice: array => (slice === undefined ? array : slice < 0 ? array.slice(slice) : array.slice(0, slice)),
  };
}

function integer(value: Value | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  const number = isNumeric(value) ? toDouble(value) : Number.NaN;
  if (!Number.isInteger(number))
    throw new CommandError("BadValue", `The value for ${name} must be an integer value`);
  return number;
}

function parseOrder(spec: Value | undefined): Step {
  if (spec === undefined) return array => array;
  if (spec instanceof Doc) {
    if (spec.size === 0)
      throw new CommandError("BadValue", "The $sort pattern is empty when it should be a set of fields.");
    const fields = parseSort(spec);
    const key = (element: Value): Value[] => sortKey(fields, element instanceof Doc ? element : new Doc());
    return array =>
      array
        .map(element => ({ element, key: key(element) }))
        .sort((a, b) => compareSortKeys(fields, a.key, b.key))
        .map(entry => entry.element);
  }
  const direction = integer(spec, "$sort");
  if (direction !== 1 && direction !== -1)
    throw new CommandError("BadValue", "The $sort element value must be either 1 or -1");
  return array => array.sort((a, b) => compareValues(a, b) * direction);
}

export const pushOperator: UpdateOperatorTable = { $push: { lenient: false, compile: push } };
