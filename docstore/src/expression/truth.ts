import { toDouble } from "../bson/exact.js";
import { isNullish, isNumeric } from "../bson/type.js";
import type { Value } from "../bson/value.js";

/** False, zero, null, undefined and missing are false; everything else, NaN and "" included, is true. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || isNullish(value)) return false;
  if (typeof value === "boolean") return value;
  return !isNumeric(value) || toDouble(value) !== 0;
}
