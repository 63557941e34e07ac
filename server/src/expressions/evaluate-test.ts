import type { Comparison, Operand, Test } from "@appstead/sdk/expressions/syntax";
import { allOf, anyOf, chain, type MaybePromise, negate, type Truth } from "./truth";
import { compareValues, valuesEqual } from "./values";

type Resolve = (operand: Operand) => MaybePromise<unknown>;

/** Equal, or contained: an array on the left holds the right value, or an expanded array on the right the left. */
function matches(left: unknown, right: unknown, isExpanded: boolean): boolean {
  if (left === undefined || right === undefined) return false;
  if (valuesEqual(left, right)) return true;
  if (Array.isArray(left)) return left.some(item => valuesEqual(item, right));
  return isExpanded && Array.isArray(right) && right.some(item => valuesEqual(left, item));
}

function isIn(left: unknown, right: unknown): Truth {
  if (!Array.isArray(right)) return undefined;
  if (left === undefined) return false;
  const contains = (value: unknown) => right.some(item => valuesEqual(item, value));
  return contains(left) || (Array.isArray(left) && left.some(contains));
}

function hasAll(left: unknown, right: unknown): Truth {
  if (!Array.isArray(right)) return undefined;
  const held = Array.isArray(left) ? left : [left];
  return right.length > 0 && right.every(wanted => held.some(item => valuesEqual(item, wanted)));
}

const orders: Record<string, (order: number) => boolean> = {
  gt: order => order > 0,
  gte: order => order >= 0,
  lt: order => order < 0,
  lte: order => order <= 0,
};

function isOrdered(comparison: string, left: unknown, right: unknown): boolean {
  if (Array.isArray(left)) return left.some(item => isOrdered(comparison, item, right));
  if (left === undefined || right === undefined) return false;
  const order = compareValues(left, right);
  return order !== undefined && orders[comparison]?.(order) === true;
}

function compare(comparison: Comparison, left: unknown, right: unknown, isExpanded: boolean): Truth {
  switch (comparison) {
    case "eq":
      return matches(left, right, isExpanded);
    case "ne":
      return !matches(left, right, isExpanded);
    case "in":
      return isIn(left, right);
    case "nin":
      return negate(isIn(left, right));
    case "all":
      return hasAll(left, right);
    default:
      return isOrdered(comparison, left, right);
  }
}

/** Applies a test to the value on the left. */
export function evaluateTest(test: Test, left: unknown, resolve: Resolve): MaybePromise<Truth> {
  switch (test.type) {
    case "and":
      return allOf(test.items, item => evaluateTest(item, left, resolve));
    case "or":
      return anyOf(test.items, item => evaluateTest(item, left, resolve));
    case "nor":
      return chain(
        anyOf(test.items, item => evaluateTest(item, left, resolve)),
        negate,
      );
    case "not":
      return chain(evaluateTest(test.item, left, resolve), negate);
    case "exists":
      return chain(resolve(test.operand), wanted => (left !== undefined) === Boolean(wanted));
    default: {
      const isExpanded = test.operand.type === "expansion" || test.operand.type === "call";
      return chain(resolve(test.operand), right => compare(test.type, left, right, isExpanded));
    }
  }
}
