import { signedDecimal, smallestInteger } from "../bson/arithmetic.js";
import { toDouble, toExact } from "../bson/exact.js";
import { isNullish, isNumeric, typeOf } from "../bson/type.js";
import { Decimal, Int32 } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { Argument } from "./arguments.js";

export type Rounding = "ceil" | "floor" | "round" | "trunc";

/** Rounds to `place` decimal places (default 0, -20 to 100), exactly, half to even; the type stays. */
export function roundTo(rounding: Rounding, value: Argument, place: Argument, name: string): Argument {
  if (isNullish(value) || (place !== undefined && isNullish(place))) return null;
  if (!isNumeric(value)) {
    throw new CommandError(
      51081,
      `${name} only supports numeric types, not ${value === undefined ? "missing" : typeOf(value).alias}`,
    );
  }
  const digits = place === undefined ? 0 : isNumeric(place) ? toDouble(place) : Number.NaN;
  if (!Number.isInteger(digits))
    throw new CommandError(51082, `precision argument to ${name} must be an integral value`);
  if (digits < -20 || digits > 100)
    throw new CommandError(
      51083,
      `cannot apply ${name} with precision value ${digits} value must be in [-20, 100]`,
    );
  const exact = toExact(value);
  if (exact === undefined || exact.exponent >= -digits) return value;
  const scale = 10n ** BigInt(-digits - exact.exponent);
  const rounded = divide(rounding, exact.coefficient, scale);
  if (value instanceof Decimal) return signedDecimal(rounded, -digits);
  if (typeof value === "number") return Number(`${rounded}e${-digits}`);
  const integer = rounded * 10n ** BigInt(-digits);
  return value instanceof Int32 ? smallestInteger(integer) : integer;
}

function divide(rounding: Rounding, coefficient: bigint, scale: bigint): bigint {
  const quotient = coefficient / scale;
  const rest = coefficient % scale;
  if (rest === 0n || rounding === "trunc") return quotient;
  const away = rest < 0n ? quotient - 1n : quotient + 1n;
  if (rounding === "ceil") return rest > 0n ? away : quotient;
  if (rounding === "floor") return rest < 0n ? away : quotient;
  const twice = rest < 0n ? -rest * 2n : rest * 2n;
  return twice > scale || (twice === scale && quotient % 2n !== 0n) ? away : quotient;
}
