import { toDouble } from "../bson/exact.js";
import { hashKey } from "../bson/key.js";
import { compareValues } from "../bson/order.js";
import { isNullish, isNumeric, TYPES, typeOf } from "../bson/type.js";
import { Decimal, Doc, Marker, Regex, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { LeafTest } from "./filter-node.js";
import { isOperatorDoc } from "./operator-doc.js";
import { regexTest } from "./regex.js";

type Comparison = "$eq" | "$gt" | "$gte" | "$lt" | "$lte";

const HOLDS: Record<Comparison, (order: number) => boolean> = {
  $eq: order => order === 0,
  $gt: order => order > 0,
  $gte: order => order >= 0,
  $lt: order => order < 0,
  $lte: order => order <= 0,
};

/** Compares within one type class; null stands for missing and undefined too; MinKey and MaxKey bound every class. */
export function comparisonTest(operator: Comparison, operand: Value): LeafTest {
  if (operand instanceof Marker && operand.name === "undefined") {
    throw new CommandError("BadValue", "cannot compare to undefined");
  }
  if (operand instanceof Regex && operator !== "$eq") {
    throw new CommandError("BadValue", `Can't have RegEx as arg to predicate over field with ${operator}.`);
  }
  const includesEqual = operator === "$eq" || operator === "$gte" || operator === "$lte";
  if (operand === null) return value => includesEqual && isNullish(value);
  if (isNumeric(operand) && Number.isNaN(toDouble(operand))) {
    return value => includesEqual && isNumeric(value) && Number.isNaN(toDouble(value));
  }
  const holds = HOLDS[operator];
  const order = typeOf(operand).order;
  const acrossClasses = boundsEverything(operator, operand);
  return value => {
    if (value === undefined) return acrossClasses;
    if (typeOf(value).order !== order) return acrossClasses;
    if (isNaNOfAnyType(value)) return false;
    return holds(compareValues(value, operand));
  };
}

function isNaNOfAnyType(value: Value): boolean {
  return typeof value === "number"
    ? Number.isNaN(value)
    : value instanceof Decimal && Number.isNaN(toDouble(value));
}

function boundsEverything(operator: Comparison, operand: Value): boolean {
  const order = typeOf(operand).order;
  if (order === TYPES.maxKey.order) return operator === "$lt" || operator === "$lte";
  return order === TYPES.minKey.order && (operator === "$gt" || operator === "$gte");
}

export function inTest(operator: "$in" | "$nin", operand: Value): LeafTest {
  if (!Array.isArray(operand)) throw new CommandError("BadValue", `${operator} needs an array`);
  const tests = operand.map(entry => {
    if (entry instanceof Doc && isOperatorDoc(entry)) {
      throw new CommandError("BadValue", `cannot nest $ under ${operator}`);
    }
    return entry instanceof Regex ? regexTest(entry) : comparisonTest("$eq", entry);
  });
  if (tests.length <= FEW) return value => tests.some(test => test(value));
  const plain = operand.filter(entry => entry !== null && !(entry instanceof Regex));
  const keys = new Set(plain.map(hashKey));
  const others = tests.filter((_, i) => operand[i] === null || operand[i] instanceof Regex);
  return value => (value !== undefined && keys.has(hashKey(value))) || others.some(test => test(value));
}

/** Up to here looking at each is faster than a key. */
const FEW = 8;

/** `$type`: aliases and numbers; `number` stands for all four numeric types. */
export function typeTest(operand: Value): LeafTest {
  const wanted = Array.isArray(operand) ? operand : [operand];
  if (wanted.length === 0) throw new CommandError("FailedToParse", "$type must match at least one type");
  const codes = new Set(wanted.flatMap(typeCodes));
  return value => value !== undefined && codes.has(typeOf(value).code);
}

function typeCodes(wanted: Value): number[] {
  if (wanted === "number") return [TYPES.double.code, TYPES.int.code, TYPES.long.code, TYPES.decimal.code];
  if (typeof wanted === "string") {
    const found = Object.values(TYPES).find(type => type.alias === wanted);
    if (found === undefined) throw new CommandError("BadValue", `Unknown type name alias: ${wanted}`);
    return [found.code];
  }
  if (!isNumeric(wanted))
    throw new CommandError("TypeMismatch", "type must be represented as a number or a string");
  const code = toDouble(wanted);
  if (!Object.values(TYPES).some(type => type.code === code)) {
    throw new CommandError("BadValue", `Invalid numerical type code: ${code}`);
  }
  return [code];
}
