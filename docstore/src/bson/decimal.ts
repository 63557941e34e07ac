import { Decimal } from "./value.js";

/** What a Decimal128 stands for: sign × coefficient × 10^exponent, an infinity, or no number. */
export type DecimalParts =
  | {
      readonly kind: "finite";
      readonly negative: boolean;
      readonly coefficient: bigint;
      readonly exponent: number;
    }
  | { readonly kind: "infinity"; readonly negative: boolean }
  | { readonly kind: "nan" };

const MAX_COEFFICIENT = 10n ** 34n - 1n;
const MIN_EXPONENT = -6176;
const MAX_EXPONENT = 6111;

export function decimalParts(decimal: Decimal): DecimalParts {
  const view = new DataView(decimal.bytes.buffer, decimal.bytes.byteOffset, 16);
  const low = view.getBigUint64(0, true);
  const high = view.getBigUint64(8, true);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 0x1fn);
  if (combination === 0x1f) return { kind: "nan" };
  if (combination === 0x1e) return { kind: "infinity", negative };
  if (combination >= 0x18) {
    return {
      kind: "finite",
      negative,
      coefficient: 0n,
      exponent: Number((high >> 47n) & 0x3fffn) + MIN_EXPONENT,
    };
  }
  const exponent = Number((high >> 49n) & 0x3fffn) + MIN_EXPONENT;
  const coefficient = ((high & 0x1ffffffffffffn) << 64n) | low;
  return {
    kind: "finite",
    negative,
    coefficient: coefficient > MAX_COEFFICIENT ? 0n : coefficient,
    exponent,
  };
}

/** Makes a Decimal128, rounding half to even to 34 digits; overflow gives infinity. */
export function makeDecimal(parts: DecimalParts): Decimal {
  if (parts.kind === "nan") return pack(0x1fn << 58n, 0n);
  if (parts.kind === "infinity") return pack((parts.negative ? 1n << 63n : 0n) | (0x1en << 58n), 0n);
  let { coefficient, exponent } = parts;
  const excess = Math.max(coefficient.toString().length - 34, MIN_EXPONENT - exponent);
  if (excess > 0) {
    coefficient = divideHalfEven(coefficient, 10n ** BigInt(excess));
    exponent += excess;
    if (coefficient > MAX_COEFFICIENT) {
      coefficient /= 10n;
      exponent += 1;
    }
  }
  if (coefficient === 0n) exponent = Math.min(exponent, MAX_EXPONENT);
  while (exponent > MAX_EXPONENT && coefficient * 10n <= MAX_COEFFICIENT) {
    coefficient *= 10n;
    exponent -= 1;
  }
  if (exponent > MAX_EXPONENT) return makeDecimal({ kind: "infinity", negative: parts.negative });
  const sign = parts.negative ? 1n << 63n : 0n;
  const high = sign | (BigInt(exponent - MIN_EXPONENT) << 49n) | (coefficient >> 64n);
  return pack(high, coefficient & 0xffffffffffffffffn);
}

function pack(high: bigint, low: bigint): Decimal {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, low, true);
  view.setBigUint64(8, high, true);
  return new Decimal(bytes);
}

export function divideHalfEven(numerator: bigint, divisor: bigint): bigint {
  const quotient = numerator / divisor;
  const twice = (numerator % divisor) * 2n;
  if (twice > divisor || (twice === divisor && quotient % 2n === 1n)) return quotient + 1n;
  return quotient;
}

const DECIMAL_TEXT = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;

/** Parses decimal text; `undefined` when it is none. */
export function parseDecimal(text: string): Decimal | undefined {
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special !== null) {
    if (special[2]?.toLowerCase() === "nan") return makeDecimal({ kind: "nan" });
    return makeDecimal({ kind: "infinity", negative: special[1] === "-" });
  }
  const match = DECIMAL_TEXT.exec(text);
  if (match === null) return undefined;
  const fraction = match[3] ?? match[4] ?? "";
  const coefficient = BigInt(`${match[2] ?? ""}${fraction}`);
  const exponent = Number(match[5] ?? 0) - fraction.length;
  return makeDecimal({ kind: "finite", negative: match[1] === "-", coefficient, exponent });
}

export function decimalToString(decimal: Decimal): string {
  const parts = decimalParts(decimal);
  if (parts.kind === "nan") return "NaN";
  const sign = parts.negative ? "-" : "";
  if (parts.kind === "infinity") return `${sign}Infinity`;
  const digits = parts.coefficient.toString();
  const adjusted = parts.exponent + digits.length - 1;
  if (parts.exponent > 0 || adjusted < -6) {
    const mantissa = digits.length > 1 ? `${digits.slice(0, 1)}.${digits.slice(1)}` : digits;
    return `${sign}${mantissa}E${adjusted >= 0 ? "+" : ""}${adjusted}`;
  }
  if (parts.exponent === 0) return sign + digits;
  const padded = digits.padStart(1 - parts.exponent, "0");
  const point = padded.length + parts.exponent;
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
}

export function decimalToDouble(decimal: Decimal): number {
  return Number(decimalToString(decimal));
}
