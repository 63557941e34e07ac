import {
  type ArithmeticOperation,
  calculateWidening,
  divideDecimals,
  fitsInt64,
  toDecimal,
} from "../bson/arithmetic.js";
import { decimalParts, makeDecimal } from "../bson/decimal.js";
import { type NumericValue, toDouble, toExact } from "../bson/exact.js";
import { isNullish, isNumeric, typeOf } from "../bson/type.js";
import { Decimal, Int32, UtcDate, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { type Argument, binary, operator, unary, variadic } from "./arguments.js";
import type { Operator, OperatorTable } from "./expression.js";
import { roundTo } from "./rounding.js";

function numeric(value: Value, name: string): NumericValue {
  if (isNumeric(value)) return value;
  throw new CommandError("TypeMismatch", `${name} only supports numeric types, not ${typeOf(value).alias}`);
}

/** Sums numbers, and at most one date with milliseconds. */
function sum(args: Argument[], name: string): Argument {
  if (args.some(isNullish)) return null;
  const dates = args.filter(value => value instanceof UtcDate);
  if (dates.length > 1) throw new CommandError(16612, "only one date allowed in an $add expression");
  let total: NumericValue = new Int32(0);
  for (const value of args) {
    if (value !== undefined && !(value instanceof UtcDate))
      total = calculateWidening("add", total, numeric(value, name));
  }
  const [date] = dates;
  return date instanceof UtcDate ? new UtcDate(date.ms + milliseconds(total)) : total;
}

function milliseconds(value: NumericValue): bigint {
  return typeof value === "bigint" ? value : BigInt(Math.round(toDouble(value)));
}

function subtract(a: Argument, b: Argument, name: string): Argument {
  if (a === undefined || b === undefined || isNullish(a) || isNullish(b)) return null;
  if (a instanceof UtcDate) {
    return b instanceof UtcDate ? a.ms - b.ms : new UtcDate(a.ms - milliseconds(numeric(b, name)));
  }
  return calculateWidening("subtract", numeric(a, name), numeric(b, name));
}

function multiply(args: Argument[], name: string): Argument {
  if (args.some(isNullish)) return null;
  const apply = (total: NumericValue, value: Argument): NumericValue =>
    calculateWidening("multiply" satisfies ArithmeticOperation, total, numeric(value ?? null, name));
  return args.reduce<NumericValue>(apply, new Int32(1));
}

function divide(a: Argument, b: Argument, name: string): Argument {
  if (a === undefined || b === undefined || isNullish(a) || isNullish(b)) return null;
  const left = numeric(a, name);
  const right = numeric(b, name);
  if (toDouble(right) === 0) throw new CommandError("BadValue", "can't $divide by zero");
  if (left instanceof Decimal || right instanceof Decimal)
    return divideDecimals(toDecimal(left), toDecimal(right));
  return toDouble(left) / toDouble(right);
}

function mod(a: Argument, b: Argument, name: string): Argument {
  if (a === undefined || b === undefined || isNullish(a) || isNullish(b)) return null;
  const left = numeric(a, name);
  const right = numeric(b, name);
  if (toDouble(right) === 0) throw new CommandError(16610, "can't $mod by zero");
  if (left instanceof Decimal || right instanceof Decimal)
    return decimalRemainder(toDecimal(left), toDecimal(right));
  if (typeof left === "number" || typeof right === "number") return toDouble(left) % toDouble(right);
  if (left instanceof Int32 && right instanceof Int32) return new Int32((left.value % right.value) | 0);
  return (
    (typeof left === "bigint" ? left : BigInt(left.value)) %
    (typeof right === "bigint" ? right : BigInt(right.value))
  );
}

function decimalRemainder(a: Decimal, b: Decimal): Decimal {
  const x = toExact(a);
  const y = toExact(b);
  if (x === undefined || y === undefined) return makeDecimal({ kind: "nan" });
  const exponent = Math.min(x.exponent, y.exponent);
  const left = x.coefficient * 10n ** BigInt(x.exponent - exponent);
  const rest = left % (y.coefficient * 10n ** BigInt(y.exponent - exponent));
  return makeDecimal({
    kind: "finite",
    negative: rest < 0n,
    coefficient: rest < 0n ? -rest : rest,
    exponent,
  });
}

function absolute(value: Argument, name: string): Argument {
  if (value === undefined || isNullish(value)) return null;
  const number = numeric(value, name);
  if (typeof number === "number") return Math.abs(number);
  if (number instanceof Int32)
    return number.value === -(2 ** 31) ? 2n ** 31n : new Int32(Math.abs(number.value));
  if (typeof number === "bigint") {
    if (!fitsInt64(-number)) throw new CommandError(28680, "can't take $abs of long long min");
    return number < 0n ? -number : number;
  }
  const parts = decimalParts(number);
  return makeDecimal(parts.kind === "nan" ? parts : { ...parts, negative: false });
}

/** Functions that MongoDB computes in doubles; a Decimal128 argument gives a Decimal128 of double precision. */
function transcendental(compute: (value: number) => number, domain?: (value: number) => boolean): Operator {
  return unary((value, name) => {
    if (value === undefined || isNullish(value)) return null;
    const number = numeric(value, name);
    const double = toDouble(number);
    if (domain?.(double) === false)
      throw new CommandError(28714, `${name}'s argument is outside its domain: ${double}`);
    return number instanceof Decimal ? toDecimal(compute(double)) : compute(double);
  });
}

function power(a: Argument, b: Argument, name: string): Argument {
  if (a === undefined || b === undefined || isNullish(a) || isNullish(b)) return null;
  const base = numeric(a, name);
  const exponent = numeric(b, name);
  const result = toDouble(base) ** toDouble(exponent);
  if (base instanceof Decimal || exponent instanceof Decimal) return toDecimal(result);
  if (typeof base === "number" || typeof exponent === "number" || toDouble(exponent) < 0) return result;
  const exact = BigInt(toDouble(base)) ** BigInt(Math.min(toDouble(exponent), 64));
  if (!fitsInt64(exact) || toDouble(exponent) > 64) return result;
  const small = base instanceof Int32 && exponent instanceof Int32 && Math.abs(result) < 2 ** 31;
  return small ? new Int32(Number(exact)) : exact;
}

const positive = (value: number): boolean => value > 0 || Number.isNaN(value);

export const arithmetic: OperatorTable = {
  $add: variadic(sum),
  $subtract: binary(subtract),
  $multiply: variadic(multiply),
  $divide: binary(divide),
  $mod: binary(mod),
  $abs: unary(absolute),
  $ceil: unary((value, name) => roundTo("ceil", value, undefined, name)),
  $floor: unary((value, name) => roundTo("floor", value, undefined, name)),
  $round: operator(1, 2, ([value, place], name) => roundTo("round", value, place, name)),
  $trunc: operator(1, 2, ([value, place], name) => roundTo("trunc", value, place, name)),
  $sqrt: transcendental(Math.sqrt, value => value >= 0 || Number.isNaN(value)),
  $exp: transcendental(Math.exp),
  $ln: transcendental(Math.log, positive),
  $log10: transcendental(Math.log10, positive),
  $log: binary((a, b, name) =>
    isNullish(a) || isNullish(b)
      ? null
      : Math.log(toDouble(numeric(a ?? null, name))) / Math.log(toDouble(numeric(b ?? null, name))),
  ),
  $pow: binary(power),
};
