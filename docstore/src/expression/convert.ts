import { fitsInt32, fitsInt64, toDecimal } from "../bson/arithmetic.js";
import { decimalToString, parseDecimal } from "../bson/decimal.js";
import { type NumericValue, toDouble, toExact } from "../bson/exact.js";
import { isNullish, isNumeric, TYPES, typeOf } from "../bson/type.js";
import { Decimal, Doc, Int32, ObjectIdValue, Timestamp, UtcDate, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { type Argument, unary } from "./arguments.js";
import type { Operator, OperatorTable } from "./expression.js";
import { formatIsoDate } from "./iso-date.js";
import { parseDate } from "./parse-date.js";
import { isTruthy } from "./truth.js";

type Target = "double" | "string" | "objectId" | "bool" | "date" | "int" | "long" | "decimal";

function failure(value: Value, target: Target, reason: string): CommandError {
  return new CommandError(
    "ConversionFailure",
    `Failed to convert ${typeOf(value).alias} to ${target} in $convert: ${reason}`,
  );
}

export function convert(value: Value, target: Target): Value {
  switch (target) {
    case "bool":
      return isTruthy(value);
    case "string":
      return toText(value);
    case "double":
      return typeof value === "string" ? parseNumber(value, target) : toDouble(number(value, target));
    case "decimal":
      return typeof value === "string" ? parseDecimalText(value) : toDecimal(number(value, target));
    case "int":
      return new Int32(Number(integer(value, target, fitsInt32)));
    case "long":
      return integer(value, target, fitsInt64);
    case "date":
      return toDate(value);
    case "objectId":
      return toObjectId(value);
  }
}

function number(value: Value, target: Target): NumericValue {
  if (isNumeric(value)) return value;
  if (typeof value === "boolean") return new Int32(value ? 1 : 0);
  if (value instanceof UtcDate && target !== "int") return value.ms;
  throw failure(value, target, "unsupported conversion");
}

function parseNumber(text: string, target: Target): number {
  const parsed = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(parsed)) throw failure(text, target, `Failed to parse number '${text}'`);
  return parsed;
}

function parseDecimalText(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === undefined) throw failure(text, "decimal", `Failed to parse number '${text}'`);
  return parsed;
}

function integer(value: Value, target: Target, fits: (value: bigint) => boolean): bigint {
  if (typeof value === "string") {
    if (!/^[+-]?\d+$/.test(value)) throw failure(value, target, `Failed to parse number '${value}'`);
    return inRange(BigInt(value.replace("+", "")), value, target, fits);
  }
  const exact = toExact(number(value, target));
  if (exact === undefined)
    throw failure(value, target, "Attempt to convert NaN or an infinity to an integer");
  const scale = 10n ** BigInt(Math.abs(exact.exponent));
  return inRange(
    exact.exponent < 0 ? exact.coefficient / scale : exact.coefficient * scale,
    value,
    target,
    fits,
  );
}

function inRange(result: bigint, value: Value, target: Target, fits: (value: bigint) => boolean): bigint {
  if (!fits(result)) throw failure(value, target, "Conversion would overflow target type");
  return result;
}

function toText(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number") return String(value);
  if (value instanceof Int32) return String(value.value);
  if (value instanceof Decimal) return decimalToString(value);
  if (value instanceof ObjectIdValue) return Buffer.from(value.bytes).toString("hex");
  if (value instanceof UtcDate) return formatIsoDate(value);
  throw failure(value, "string", "unsupported conversion");
}

function toDate(value: Value): UtcDate {
  if (value instanceof UtcDate) return value;
  if (value instanceof Timestamp) return new UtcDate((value.value >> 32n) * 1000n);
  if (value instanceof ObjectIdValue)
    return new UtcDate(BigInt(Buffer.from(value.bytes).readUInt32BE(0)) * 1000n);
  if (typeof value === "string") return parseDate(value);
  if (isNumeric(value) && !(value instanceof Int32)) return new UtcDate(integer(value, "date", fitsInt64));
  throw failure(value, "date", "unsupported conversion");
}

function toObjectId(value: Value): ObjectIdValue {
  if (value instanceof ObjectIdValue) return value;
  if (typeof value === "string" && /^[0-9a-fA-F]{24}$/.test(value))
    return new ObjectIdValue(Buffer.from(value, "hex"));
  throw failure(value, "objectId", "an ObjectId needs 24 hexadecimal digits");
}

function shortcut(target: Target): Operator {
  return unary(value => (value === undefined || isNullish(value) ? null : convert(value, target)));
}

const convertOperator: Operator = (argument, compile) => {
  if (!(argument instanceof Doc))
    throw new CommandError("FailedToParse", "$convert expects an object of named arguments");
  const unknown = argument.keys.find(key => !["input", "to", "onError", "onNull"].includes(key));
  if (unknown !== undefined)
    throw new CommandError("FailedToParse", `$convert found an unknown argument: ${unknown}`);
  const part = (name: string) => (argument.has(name) ? compile(argument.get(name) ?? null) : undefined);
  const [input, to, onError, onNull] = ["input", "to", "onError", "onNull"].map(part);
  if (input === undefined || to === undefined)
    throw new CommandError("FailedToParse", "$convert needs 'input' and 'to'");
  return {
    evaluate: scope => {
      const value = input.evaluate(scope);
      if (value === undefined || isNullish(value))
        return onNull === undefined ? null : onNull.evaluate(scope);
      const target = to.evaluate(scope);
      if (isNullish(target)) return null;
      try {
        return convert(value, parseTarget(target));
      } catch (error) {
        if (
          onError === undefined ||
          !(error instanceof CommandError) ||
          error.codeName !== "ConversionFailure"
        )
          throw error;
        return onError.evaluate(scope);
      }
    },
  };
};

const TARGETS: readonly Target[] = ["double", "string", "objectId", "bool", "date", "int", "long", "decimal"];

function parseTarget(value: Argument): Target {
  const found = TARGETS.find(
    target => target === value || (isNumeric(value) && TYPES[target].code === toDouble(value)),
  );
  if (found === undefined) throw new CommandError("BadValue", "Unknown or unsupported type in $convert");
  return found;
}

export const conversion: OperatorTable = {
  $convert: convertOperator,
  $toBool: shortcut("bool"),
  $toDate: shortcut("date"),
  $toDecimal: shortcut("decimal"),
  $toDouble: shortcut("double"),
  $toInt: shortcut("int"),
  $toLong: shortcut("long"),
  $toObjectId: shortcut("objectId"),
  $toString: shortcut("string"),
  $type: unary(value => (value === undefined ? "missing" : typeOf(value).alias)),
  $isNumber: unary(value => isNumeric(value)),
};
