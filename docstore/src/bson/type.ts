import {
  Binary,
  Code,
  DbPointer,
  Decimal,
  Doc,
  Int32,
  Marker,
  ObjectIdValue,
  RawArray,
  RawDoc,
  Regex,
  SymbolValue,
  Timestamp,
  UtcDate,
  type Value,
} from "./value.js";

/** A BSON type: its number on the wire, its alias in `$type`, and its class in the comparison order. */
export interface BsonType {
  readonly code: number;
  readonly alias: string;
  /** Classes compare before values do; numbers share one, strings and symbols share one. Never 0 or 255. */
  readonly order: number;
}

const type = (code: number, alias: string, order: number): BsonType => ({ code, alias, order });

export const TYPES = {
  minKey: type(-1, "minKey", 1),
  undefined: type(6, "undefined", 2),
  null: type(10, "null", 5),
  double: type(1, "double", 10),
  int: type(16, "int", 10),
  long: type(18, "long", 10),
  decimal: type(19, "decimal", 10),
  string: type(2, "string", 15),
  symbol: type(14, "symbol", 15),
  object: type(3, "object", 20),
  array: type(4, "array", 25),
  binData: type(5, "binData", 30),
  objectId: type(7, "objectId", 35),
  bool: type(8, "bool", 40),
  date: type(9, "date", 45),
  timestamp: type(17, "timestamp", 47),
  regex: type(11, "regex", 50),
  dbPointer: type(12, "dbPointer", 55),
  javascript: type(13, "javascript", 60),
  javascriptWithScope: type(15, "javascriptWithScope", 65),
  maxKey: type(127, "maxKey", 254),
} as const satisfies Record<string, BsonType>;

export function typeOf(value: Value): BsonType {
  switch (typeof value) {
    case "string":
      return TYPES.string;
    case "number":
      return TYPES.double;
    case "bigint":
      return TYPES.long;
    case "boolean":
      return TYPES.bool;
    default:
      return typeOfObject(value);
  }
}

function typeOfObject(value: Exclude<Value, string | number | bigint | boolean>): BsonType {
  if (value === null) return TYPES.null;
  if (value instanceof Int32) return TYPES.int;
  if (value instanceof Doc || value instanceof RawDoc) return TYPES.object;
  if (Array.isArray(value) || value instanceof RawArray) return TYPES.array;
  if (value instanceof ObjectIdValue) return TYPES.objectId;
  if (value instanceof UtcDate) return TYPES.date;
  if (value instanceof Decimal) return TYPES.decimal;
  if (value instanceof Binary) return TYPES.binData;
  if (value instanceof Regex) return TYPES.regex;
  if (value instanceof Timestamp) return TYPES.timestamp;
  if (value instanceof SymbolValue) return TYPES.symbol;
  if (value instanceof DbPointer) return TYPES.dbPointer;
  if (value instanceof Code) return value.scope === undefined ? TYPES.javascript : TYPES.javascriptWithScope;
  return markerType(value);
}

function markerType(value: Marker): BsonType {
  return TYPES[value.name];
}

export function isNumeric(value: Value | undefined): value is number | bigint | Int32 | Decimal {
  return (
    typeof value === "number" ||
    typeof value === "bigint" ||
    value instanceof Int32 ||
    value instanceof Decimal
  );
}

/** Null, undefined and a missing field, which most operators treat alike. */
export function isNullish(value: Value | undefined): boolean {
  return value === undefined || value === null || (value instanceof Marker && value.name === "undefined");
}
