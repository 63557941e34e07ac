import {
  Binary,
  BSONRegExp,
  Decimal128,
  Double,
  EJSON,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from "bson";

/** A primitive of the tree that a sandbox sends; `int` and `float` keep the engine's tag. */
export type Primitive =
  | { kind: "int" | "float"; value: number }
  | { kind: "plain"; value: string | boolean | null };

function textOf(node: Primitive | undefined): string {
  if (node?.kind === "plain" && typeof node.value === "string") return node.value;
  throw new Error("a function's value is malformed: expected a text");
}

function numberOf(node: Primitive | undefined): number {
  if (node?.kind === "int" || node?.kind === "float") return node.value;
  throw new Error("a function's value is malformed: expected a number");
}

function binaryOf(base64: string, subType: number): unknown {
  const bytes = Buffer.from(base64, "base64");
  return subType === 4 && bytes.length === 16 ? new UUID(bytes) : new Binary(bytes, subType);
}

function hinted(node: Primitive | undefined, hint: Primitive | undefined): unknown {
  if (node?.kind !== "float") return readNumber(numberOf(node));
  return textOf(hint) === "long" ? Long.fromNumber(node.value) : new Double(node.value);
}

function longOf(text: string): Long {
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) !== value) throw new Error(`the number ${text} does not fit into 64 bits`);
  return Long.fromBigInt(value);
}

/** A value that BSON has and JSON has not, from its type and what follows it. Throws on malformed items. */
export function readTyped([type, first, second]: readonly (Primitive | undefined)[]): unknown {
  switch (textOf(type)) {
    case "hint":
      return hinted(first, second);
    case "long":
      return longOf(textOf(first));
    case "double":
      return new Double(first?.kind === "plain" ? Number(first.value) : numberOf(first));
    case "int":
      return new Int32(numberOf(first));
    case "oid":
      return new ObjectId(textOf(first));
    case "date":
      return new Date(numberOf(first));
    case "dec":
      return Decimal128.fromString(textOf(first));
    case "bin":
      return binaryOf(textOf(first), numberOf(second));
    case "re":
      return new BSONRegExp(textOf(first), textOf(second));
    case "ts":
      return new Timestamp({ t: numberOf(first), i: numberOf(second) });
    case "min":
      return new MinKey();
    case "max":
      return new MaxKey();
    case "x":
      return EJSON.parse(textOf(first), { relaxed: false });
    default:
      throw new Error(`a function's value is malformed: unknown type '${textOf(type)}'`);
  }
}

/** Whole numbers that code made: the smallest integer type that holds them, as drivers do. */
export function readNumber(value: number): unknown {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return new Double(value);
  return value === (value | 0) ? new Int32(value) : Long.fromNumber(value);
}
