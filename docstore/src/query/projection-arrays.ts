import { toDouble } from "../bson/exact.js";
import { isNumeric } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { matchDocument, matchValue } from "./filter.js";
import type { MatchPosition } from "./filter-node.js";
import { parseFilter, parseOperators } from "./filter-parse.js";
import { isOperatorDoc } from "./operator-doc.js";

/** Narrows the array at a path of a document that is already a copy down to there. */
export interface ArrayProjection {
  (doc: Doc, path: readonly string[], position: MatchPosition | undefined): void;
  /** Other fields are left out, unless named. */
  readonly inclusive: boolean;
}

export function compileArrayProjection(operator: string, argument: Value): ArrayProjection {
  if (operator === "$slice") return projection(sliceOf(argument), false);
  if (operator === "$elemMatch") return projection(firstMatch(argument), true);
  return projection((array, position) => {
    if (position?.index === undefined) {
      throw new CommandError(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      );
    }
    return array.slice(position.index, position.index + 1);
  }, true);
}

type Narrow = (array: readonly Value[], position: MatchPosition | undefined) => Value[] | undefined;

function projection(narrow: Narrow, inclusive: boolean): ArrayProjection {
  const apply = (doc: Doc, path: readonly string[], position: MatchPosition | undefined): void => {
    const [name = "", ...rest] = path;
    const value = doc.get(name);
    if (rest.length > 0) {
      const descend = (element: Value): Value => {
        if (!(element instanceof Doc)) return element;
        const copy = element.copy();
        apply(copy, rest, position);
        return copy;
      };
      if (value !== undefined) doc.set(name, Array.isArray(value) ? value.map(descend) : descend(value));
    } else if (Array.isArray(value)) {
      const narrowed = narrow(value, position);
      if (narrowed === undefined) doc.delete(name);
      else doc.set(name, narrowed);
    } else if (inclusive && value !== undefined) {
      doc.delete(name);
    }
  };
  return Object.assign(apply, { inclusive });
}

function sliceOf(argument: Value): Narrow {
  const [first, second] = (Array.isArray(argument) ? argument : [argument]).map(value =>
    isNumeric(value) ? Math.trunc(toDouble(value)) : Number.NaN,
  );
  if (first === undefined || Number.isNaN(first) || (second !== undefined && !(second > 0))) {
    throw new CommandError(
      28724,
      "Invalid $slice syntax: needs a number, or an array of a skip and a positive limit",
    );
  }
  if (second === undefined) return array => (first < 0 ? array.slice(first) : array.slice(0, first));
  return array => {
    const start = first < 0 ? Math.max(0, array.length + first) : first;
    return array.slice(start, start + second);
  };
}

function firstMatch(argument: Value): Narrow {
  if (!(argument instanceof Doc))
    throw new CommandError(31274, "elemMatch: Invalid argument, object required");
  const values = isOperatorDoc(argument) && !["$and", "$or", "$nor"].includes(argument.keys[0] ?? "");
  const node = values ? parseOperators("", argument) : parseFilter(argument, undefined);
  const matches = (element: Value): boolean =>
    values ? matchValue(node, element) : element instanceof Doc && matchDocument(node, element);
  return array => {
    const found = array.find(matches);
    return found === undefined ? undefined : [found];
  };
}
