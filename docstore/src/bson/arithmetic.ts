import { decimalParts, divideHalfEven, makeDecimal, parseDecimal } from "./decimal.js";
import { type NumericValue, toDouble } from "./exact.js";
import { Decimal, Int32 } from "./value.js";

const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

export type ArithmeticOperation = "add" | "subtract" | "multiply";

/**
 * Adds, subtracts or multiplies by MongoDB's rules: Decimal128 if either is one, else double if either is one, else
 * a 64-bit integer if either is one or the result needs it. `undefined` when a 64-bit integer overflows.
 */
export function calculate(
  operation: ArithmeticOperation,
  a: NumericValue,
  b: NumericValue,
): NumericValue | undefined {
  if (a instanceof Decimal || b instanceof Decimal) return onDecimals(operation, toDecimal(a), toDecimal(b));
  if (typeof a === "number" || typeof b === "number") return onDoubles(operation, toDouble(a), toDouble(b));
  const result = onIntegers(operation, toBigint(a), toBigint(b));
  if (result < INT64_MIN || result > INT64_MAX) return undefined;
  return typeof a === "bigint" || typeof b === "bigint" ? result : smallestInteger(result);
}

/** Like `calculate`, but a 64-bit overflow continues as a double, as in aggregation expressions. */
export function calculateWidening(
  operation: ArithmeticOperation,
  a: NumericValue,
  b: NumericValue,
): NumericValue {
  return calculate(operation, a, b) ?? onDoubles(operation, toDouble(a), toDouble(b));
}

export function smallestInteger(value: bigint): Int32 | bigint {
  return value >= INT32_MIN && value <= INT32_MAX ? new Int32(Number(value)) : value;
}

export function fitsInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}

export function fitsInt32(value: bigint | number): boolean {
  return value >= INT32_MIN && value <= INT32_MAX;
}

function toBigint(value: Int32 | bigint): bigint {
  return typeof value === "bigint" ? value : BigInt(value.value);
}

function onDoubles(operation: ArithmeticOperation, a: number, b: number): number {
  return operation === "add" ? a + b : operation === "subtract" ? a - b : a * b;
}

function onIntegers(operation: ArithmeticOperation, a: bigint, b: bigint): bigint {
  return operation === "add" ? a + b : operation === "subtract" ? a - b : a * b;
}

/** A double becomes a Decimal128 with the 15 digits that it is good for. */
export function toDecimal(value: NumericValue): Decimal {
  if (value instanceof Decimal) return value;
  if (typeof value !== "number") {
    const integer = toBigint(value);
    return makeDecimal({
      kind: "finite",
      negative: integer < 0n,
      coefficient: integer < 0n ? -integer : integer,
      exponent: 0,
    });
  }
  const text = value === 0 || !Number.isFinite(value) ? String(value) : value.toPrecision(15);
  return parseDecimal(text) ?? makeDecimal({ kind: "nan" });
}

function onDecimals(operation: ArithmeticOperation, a: Decimal, b: Decimal): Decimal {
  const left = decimalParts(a);
  const right = decimalParts(b);
  if (left.kind !== "finite" || right.kind !== "finite") {
    return specialDecimal(onDoubles(operation, toDouble(a), toDouble(b)));
  }
  const leftSigned = left.negative ? -left.coefficient : left.coefficient;
  const rightSigned = right.negative ? -right.coefficient : right.coefficient;
  if (operation === "multiply")
    return signedDecimal(leftSigned * rightSigned, left.exponent + right.exponent);
  const exponent = Math.min(left.exponent, right.exponent);
  const x = leftSigned * 10n ** BigInt(left.exponent - exponent);
  const y = rightSigned * 10n ** BigInt(right.exponent - exponent);
  return signedDecimal(operation === "add" ? x + y : x - y, exponent);
}

function specialDecimal(result: number): Decimal {
  return Number.isNaN(result)
    ? makeDecimal({ kind: "nan" })
    : makeDecimal({ kind: "infinity", negative: result < 0 });
}

export function signedDecimal(coefficient: bigint, exponent: number): Decimal {
  const negative = coefficient < 0n;
  return makeDecimal({
    kind: "finite",
    negative,
    coefficient: negative ? -coefficient : coefficient,
    exponent,
  });
}

/** Divides to 34 digits. Division by zero is the caller's to refuse. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  const left = decimalParts(a);
  const right = decimalParts(b);
  if (left.kind !== "finite" || right.kind !== "finite") {
    const quotient = toDouble(a) / toDouble(b);
    return quotient === 0 ? signedDecimal(0n, 0) : specialDecimal(quotient);
  }
  const scale = Math.max(0, 36 + right.coefficient.toString().length - left.coefficient.toString().length);
  const quotient = divideHalfEven(left.coefficient * 10n ** BigInt(scale), right.coefficient);
  let exponent = left.exponent - right.exponent - scale;
  let coefficient = quotient;
  while (coefficient !== 0n && coefficient % 10n === 0n && exponent < left.exponent - right.exponent) {
    coefficient /= 10n;
    exponent += 1;
  }
  return signedDecimal(left.negative === right.negative ? coefficient : -coefficient, exponent);
}
