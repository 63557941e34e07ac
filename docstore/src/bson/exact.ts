import { decimalParts, decimalToDouble } from "./decimal.js";
import { type Decimal, Int32 } from "./value.js";

export type NumericValue = number | bigint | Int32 | Decimal;

/** An exact finite number: coefficient × 10^exponent. Every double is one, because 1/2 is 5/10. */
export interface Exact {
  readonly coefficient: bigint;
  readonly exponent: number;
}

const view = new DataView(new ArrayBuffer(8));

export function toDouble(value: NumericValue): number {
  if (typeof value === "number") return value;
  if (value instanceof Int32) return value.value;
  if (typeof value === "bigint") return Number(value);
  return decimalToDouble(value);
}

/** The exact value, or `undefined` for infinities and NaN. */
export function toExact(value: NumericValue): Exact | undefined {
  if (typeof value === "bigint") return { coefficient: value, exponent: 0 };
  if (value instanceof Int32) return { coefficient: BigInt(value.value), exponent: 0 };
  if (typeof value === "number") return exactDouble(value);
  const parts = decimalParts(value);
  if (parts.kind !== "finite") return undefined;
  return { coefficient: parts.negative ? -parts.coefficient : parts.coefficient, exponent: parts.exponent };
}

function exactDouble(value: number): Exact | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (Number.isInteger(value)) return { coefficient: BigInt(value), exponent: 0 };
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  const power = (biased === 0 ? 1 : biased) - 1075;
  const signed = bits >> 63n === 1n ? -mantissa : mantissa;
  return { coefficient: signed * 5n ** BigInt(-power), exponent: power };
}

function compareExact(a: Exact, b: Exact): number {
  const shared = Math.min(a.exponent, b.exponent);
  const left = a.coefficient * 10n ** BigInt(a.exponent - shared);
  const right = b.coefficient * 10n ** BigInt(b.exponent - shared);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function subtractExact(a: Exact, b: Exact): Exact {
  const exponent = Math.min(a.exponent, b.exponent);
  const left = a.coefficient * 10n ** BigInt(a.exponent - exponent);
  return { coefficient: left - b.coefficient * 10n ** BigInt(b.exponent - exponent), exponent };
}

/** NaN is below every other number and equal to itself; -0 equals 0; values of different types compare exactly. */
export function compareNumbers(a: NumericValue, b: NumericValue): number {
  const left = toDouble(a);
  const right = toDouble(b);
  if (left < right) return -1;
  if (left > right) return 1;
  if (left !== right) {
    if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : -1;
    return 1;
  }
  if (isPlain(a) && isPlain(b)) return 0;
  const exactA = toExact(a);
  const exactB = toExact(b);
  if (exactA !== undefined && exactB !== undefined) return compareExact(exactA, exactB);
  if (exactA === undefined && exactB === undefined) return 0;
  // One is infinite, the other so large that it rounds to infinity.
  const positive = left > 0;
  return (exactA === undefined) === positive ? 1 : -1;
}

/** Whether the conversion to a double is known to be exact without arithmetic. */
function isPlain(value: NumericValue): boolean {
  return typeof value === "number" || value instanceof Int32;
}
