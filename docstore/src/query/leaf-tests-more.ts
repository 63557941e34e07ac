import { toDouble } from "../bson/exact.js";
import { isNumeric } from "../bson/type.js";
import type { Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { LeafTest } from "./filter-node.js";

export const existsTest: LeafTest = value => value !== undefined;

export function sizeTest(operand: Value): LeafTest {
  if (!isNumeric(operand)) throw new CommandError("BadValue", "$size needs a number");
  const size = toDouble(operand);
  if (!Number.isInteger(size))
    throw new CommandError("FailedToParse", `Failed to parse $size. Expected an integer: ${size}`);
  if (size < 0)
    throw new CommandError("FailedToParse", `Failed to parse $size. Expected a non-negative number: ${size}`);
  return value => Array.isArray(value) && value.length === size;
}

/** `[divisor, remainder]`; both are cut to integers, and so is the value. */
export function modTest(operand: Value): LeafTest {
  if (!Array.isArray(operand)) throw new CommandError("BadValue", "malformed mod, needs to be an array");
  const [divisor, remainder] = operand;
  if (operand.length < 2) throw new CommandError("BadValue", "malformed mod, not enough elements");
  if (operand.length > 2) throw new CommandError("BadValue", "malformed mod, too many elements");
  if (!isNumeric(divisor)) throw new CommandError("BadValue", "malformed mod, divisor not a number");
  if (!isNumeric(remainder)) throw new CommandError("BadValue", "malformed mod, remainder not a number");
  const by = integerPart(toDouble(divisor), divisor);
  const wanted = integerPart(toDouble(remainder), remainder);
  if (by === undefined || wanted === undefined)
    throw new CommandError("BadValue", "malformed mod, not a finite number");
  if (by === 0n) throw new CommandError("BadValue", "divisor cannot be 0");
  return value => {
    const whole = isNumeric(value) ? integerPart(toDouble(value), value) : undefined;
    return whole !== undefined && whole % by === wanted;
  };
}

function integerPart(double: number, value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  return Number.isFinite(double) ? BigInt(Math.trunc(double)) : undefined;
}
