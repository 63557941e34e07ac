import { compareValues } from "../bson/order.js";
import { TYPES, typeOf } from "../bson/type.js";
import { Int32 } from "../bson/value.js";
import { type Argument, binary, unary, variadic } from "./arguments.js";
import type { Operator, OperatorTable } from "./expression.js";
import { isTruthy } from "./truth.js";

/** Across types, in the BSON order; a missing value comes before null and is equal to undefined. */
function compareArguments(a: Argument, b: Argument): number {
  if (a !== undefined && b !== undefined) return compareValues(a, b);
  const left = a === undefined ? TYPES.undefined.order : typeOf(a).order;
  const right = b === undefined ? TYPES.undefined.order : typeOf(b).order;
  return Math.sign(left - right);
}

/** Stops at the first argument that decides. */
function shortCircuit(deciding: boolean): Operator {
  return (argument, compile) => {
    const list = (Array.isArray(argument) ? argument : [argument]).map(compile);
    return { evaluate: scope => list.some(item => isTruthy(item.evaluate(scope)) === deciding) === deciding };
  };
}

export const comparison: OperatorTable = {
  $cmp: binary((a, b) => new Int32(compareArguments(a, b))),
  $eq: binary((a, b) => compareArguments(a, b) === 0),
  $ne: binary((a, b) => compareArguments(a, b) !== 0),
  $gt: binary((a, b) => compareArguments(a, b) > 0),
  $gte: binary((a, b) => compareArguments(a, b) >= 0),
  $lt: binary((a, b) => compareArguments(a, b) < 0),
  $lte: binary((a, b) => compareArguments(a, b) <= 0),
  $and: shortCircuit(false),
  $or: shortCircuit(true),
  $not: unary(value => !isTruthy(value)),
  $anyElementTrue: variadic(([list]) => Array.isArray(list) && list.some(isTruthy)),
  $allElementsTrue: variadic(([list]) => Array.isArray(list) && list.every(isTruthy)),
};
