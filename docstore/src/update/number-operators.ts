import { type ArithmeticOperation, calculate } from "../bson/arithmetic.js";
import { compareValues } from "../bson/order.js";
import { isNumeric, typeOf } from "../bson/type.js";
import { Decimal, Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { display } from "../storage/duplicate-key.js";
import { KEEP, type ModifierFactory, type UpdateOperatorTable } from "./modifier.js";

function arithmetic(name: "$inc" | "$mul", operation: ArithmeticOperation): ModifierFactory {
  const verb = name === "$inc" ? "increment" : "multiply";
  return (argument, path) => {
    if (!isNumeric(argument)) {
      throw new CommandError(
        "TypeMismatch",
        `Cannot ${verb} with non-numeric argument: {${path}: ${display(argument)}}`,
      );
    }
    return (current, _context, at) => {
      if (current === undefined)
        return name === "$inc" ? argument : (calculate("multiply", argument, new Int32(0)) ?? 0);
      if (!isNumeric(current)) {
        throw new CommandError(
          "TypeMismatch",
          `Cannot apply ${name} to a value of non-numeric type. The field '${at}' has a value of type ${typeOf(current).alias}`,
        );
      }
      const result = calculate(operation, current, argument);
      if (result === undefined) {
        throw new CommandError(
          "BadValue",
          `Failed to apply ${name} operations to current value of field '${at}': 64-bit overflow`,
        );
      }
      return result;
    };
  };
}

function extreme(keepsCurrent: (order: number) => boolean): ModifierFactory {
  return argument => current =>
    current !== undefined && keepsCurrent(compareValues(current, argument)) ? KEEP : argument;
}

const BITS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

const bit: ModifierFactory = (argument, path) => {
  if (!(argument instanceof Doc) || argument.size === 0) {
    throw new CommandError(
      "BadValue",
      `The $bit modifier is not compatible with the argument of '${path}': it needs {and|or|xor: integer}`,
    );
  }
  const steps = [...argument.entries()].map(([name, operand]) => {
    const apply = Object.hasOwn(BITS, name) ? BITS[name] : undefined;
    if (apply === undefined) {
      throw new CommandError(
        "BadValue",
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator`,
      );
    }
    return { apply, operand: integer(operand, "The $bit modifier field must be an Integer(32/64 bit)") };
  });
  return current => {
    const start = integer(current ?? new Int32(0), "Cannot apply $bit to a value of non-integral type");
    const long = start.long || steps.some(step => step.operand.long);
    const result = BigInt.asIntN(
      64,
      steps.reduce((value, step) => step.apply(value, step.operand.value), start.value),
    );
    return long ? result : new Int32(Number(BigInt.asIntN(32, result)));
  };
};

function integer(value: Value, message: string): { value: bigint; long: boolean } {
  if (value instanceof Int32) return { value: BigInt(value.value), long: false };
  if (typeof value === "bigint") return { value, long: true };
  throw new CommandError(
    "BadValue",
    `${message}: ${value instanceof Decimal ? "decimal" : typeOf(value).alias}`,
  );
}

/** Operators that compute a field's new value from numbers or by the BSON order. */
export const numberOperators: UpdateOperatorTable = {
  $inc: { lenient: false, compile: arithmetic("$inc", "add") },
  $mul: { lenient: false, compile: arithmetic("$mul", "multiply") },
  $min: { lenient: false, compile: extreme(order => order <= 0) },
  $max: { lenient: false, compile: extreme(order => order >= 0) },
  $bit: { lenient: false, compile: bit },
};
