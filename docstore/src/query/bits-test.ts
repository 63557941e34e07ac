import { toDouble } from "../bson/exact.js";
import { isNumeric } from "../bson/type.js";
import { Binary, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { LeafTest } from "./filter-node.js";

type BitsOperator = "$bitsAllSet" | "$bitsAllClear" | "$bitsAnySet" | "$bitsAnyClear";

/** Looks at single bits of integers (in two's complement, extended by their sign) and of binaries. */
export function bitsTest(operator: BitsOperator, operand: Value): LeafTest {
  const positions = bitPositions(operator, operand);
  const wanted = operator === "$bitsAllSet" || operator === "$bitsAnySet";
  const all = operator === "$bitsAllSet" || operator === "$bitsAllClear";
  return value => {
    const bit = value === undefined ? undefined : bitReader(value);
    if (bit === undefined) return false;
    return all ? positions.every(i => bit(i) === wanted) : positions.some(i => bit(i) === wanted);
  };
}

function bitPositions(operator: BitsOperator, operand: Value): number[] {
  if (Array.isArray(operand)) {
    return operand.map(entry => {
      const position = isNumeric(entry) ? toDouble(entry) : -1;
      if (!Number.isInteger(position) || position < 0) {
        throw new CommandError("BadValue", `bit positions of ${operator} must be integers >= 0`);
      }
      return position;
    });
  }
  const negative = isNumeric(operand) && toDouble(operand) < 0;
  const bit = bitReader(operand);
  if (bit === undefined || negative) {
    throw new CommandError("FailedToParse", `${operator} takes an Array, a number >= 0, or a BinData`);
  }
  const size = operand instanceof Binary ? operand.bytes.length * 8 : 63;
  return Array.from({ length: size }, (_, i) => i).filter(bit);
}

function bitReader(value: Value): ((position: number) => boolean) | undefined {
  if (value instanceof Binary) return i => (((value.bytes[i >> 3] ?? 0) >> (i & 7)) & 1) === 1;
  if (!isNumeric(value)) return undefined;
  const double = toDouble(value);
  if (!Number.isInteger(double) || Math.abs(double) >= 2 ** 63) return undefined;
  const integer = typeof value === "bigint" ? value : BigInt(double);
  return i => ((integer >> BigInt(Math.min(i, 63))) & 1n) === 1n;
}
