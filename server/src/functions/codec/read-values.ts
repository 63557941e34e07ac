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
import { type TreeNode, TreeReader } from "./tree-reader";

const arrayMark = 0;
const objectMark = 1;

function textOf(node: TreeNode | undefined): string {
  if (node?.kind === "plain" && typeof node.value === "string") return node.value;
  throw new Error("a function's value is malformed: expected a text");
}

function numberOf(node: TreeNode | undefined): number {
  if (node?.kind === "int" || node?.kind === "float") return node.value;
  throw new Error("a function's value is malformed: expected a number");
}

function binaryOf(base64: string, subType: number): unknown {
  const bytes = Buffer.from(base64, "base64");
  return subType === 4 && bytes.length === 16 ? new UUID(bytes) : new Binary(bytes, subType);
}

function hinted(node: TreeNode | undefined, hint: TreeNode | undefined): unknown {
  if (node?.kind !== "float") return readNumber(numberOf(node));
  return textOf(hint) === "long" ? Long.fromNumber(node.value) : new Double(node.value);
}

function longOf(text: string): Long {
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) !== value) throw new Error(`the number ${text} does not fit into 64 bits`);
  return Long.fromBigInt(value);
}

function readTyped(type: string, items: TreeNode[]): unknown {
  const [, , first, second] = items;
  switch (type) {
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
      throw new Error(`a function's value is malformed: unknown type '${type}'`);
  }
}

/** Whole numbers that code made: the smallest integer type that holds them, as drivers do. */
function readNumber(value: number): unknown {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return new Double(value);
  return value === (value | 0) ? new Int32(value) : Long.fromNumber(value);
}

function readObject(items: TreeNode[]): object {
  const object = {};
  for (let i = 1; i + 1 < items.length; i += 2) {
    const value = readNode(items[i + 1]);
    Object.defineProperty(object, textOf(items[i]), {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return object;
}

function readNode(node: TreeNode | undefined): unknown {
  if (node === undefined) throw new Error("a function's value is malformed: a node is missing");
  if (node.kind === "plain") return node.value;
  if (node.kind !== "array") return readNumber(node.value);
  const mark = numberOf(node.items[0]);
  if (mark === arrayMark) return node.items.slice(1).map(readNode);
  return mark === objectMark ? readObject(node.items) : readTyped(textOf(node.items[1]), node.items);
}

/** Reads a sandbox's value as BSON types: numbers come as Int32, Long or Double. Throws on malformed bytes. */
export function readValue(bytes: Uint8Array): unknown {
  return readNode(new TreeReader(bytes).read());
}
