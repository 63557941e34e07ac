import { Binary } from "./bson-binary";
import { Long } from "./bson-long";
import { ObjectId } from "./bson-object-id";
import {
  BSONRegExp,
  Decimal128,
  Double,
  Int32,
  MaxKey,
  MinKey,
  OpaqueValue,
  Timestamp,
} from "./bson-scalars";
import { bytesToBase64 } from "./bytes";
import { kindByValue, kindInContainer } from "./number-kinds";

/** Node marks of the tree that crosses to the host; it holds nothing but arrays and primitives. */
const arrayMark = 0;
const objectMark = 1;
const typedMark = 2;
const maxDepth = 200;
/** What does not fit into any call's memory is not begun. */
const maxItems = 16 * 1024 * 1024;

function encodeNumber(value: number, container: object, key: string): unknown {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return value;
  const known = kindInContainer(container, key, value);
  if (known !== undefined) return [typedMark, known, String(value)];
  // The host sees the engine's tag: the hint counts only for floats.
  const hint = kindByValue(value);
  return hint === undefined ? value : [typedMark, "hint", value, hint];
}

function encodeDate(date: Date): unknown {
  const ms = date.getTime();
  if (Number.isNaN(ms)) throw new TypeError("an invalid Date has no BSON form");
  return [typedMark, "date", ms];
}

/** Encodes what is a BSON value rather than a document; undefined when the object is a document. */
function encodeTyped(value: object): unknown {
  if (value instanceof ObjectId) return [typedMark, "oid", value.hex];
  if (value instanceof Date) return encodeDate(value);
  if (value instanceof Long) return [typedMark, "long", value.toString()];
  if (value instanceof Int32) return [typedMark, "int", value.value];
  if (value instanceof Double) return [typedMark, "double", value.value];
  if (value instanceof Decimal128) return [typedMark, "dec", value.text];
  if (value instanceof Binary) return [typedMark, "bin", bytesToBase64(value.buffer), value.sub_type];
  if (value instanceof Uint8Array) return [typedMark, "bin", bytesToBase64(value), 0];
  if (value instanceof ArrayBuffer) return [typedMark, "bin", bytesToBase64(new Uint8Array(value)), 0];
  if (value instanceof RegExp) return [typedMark, "re", value.source, value.flags.replace(/[^imsux]/g, "")];
  if (value instanceof BSONRegExp) return [typedMark, "re", value.pattern, value.options];
  if (value instanceof Timestamp) return [typedMark, "ts", value.t, value.i];
  if (value instanceof MinKey) return [typedMark, "min"];
  if (value instanceof MaxKey) return [typedMark, "max"];
  if (value instanceof OpaqueValue) return [typedMark, "x", value.ejson];
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
  return undefined;
}

function encodeErrorLike(error: Error): [string, unknown][] {
  return [["name", error.name], ["message", error.message], ...Object.entries(error)];
}

function entriesOf(value: object): [string, unknown][] {
  if (value instanceof Map) return [...value].map(([key, member]) => [String(key), member]);
  return value instanceof Error ? encodeErrorLike(value) : Object.entries(value);
}

function encodeDocument(value: object, ancestors: object[]): unknown {
  if (ancestors.includes(value))
    throw new TypeError("the value contains itself and cannot be converted to BSON");
  if (ancestors.length >= maxDepth)
    throw new RangeError(`the value is nested more than ${maxDepth} levels deep`);
  ancestors.push(value);
  const node: unknown[] = [];
  if (Array.isArray(value) || value instanceof Set) {
    const items = Array.isArray(value) ? value : [...value];
    if (items.length > maxItems)
      throw new RangeError(`the value holds an array of more than ${maxItems} items`);
    node.push(arrayMark);
    for (let i = 0; i < items.length; i++) {
      const item = encodeMember(items[i], value, String(i), ancestors);
      node.push(item === undefined ? null : item);
    }
  } else {
    node.push(objectMark);
    for (const [key, member] of entriesOf(value)) {
      const encoded = encodeMember(member, value, key, ancestors);
      if (encoded !== undefined) node.push(key, encoded);
    }
  }
  ancestors.pop();
  return node;
}

function encodeMember(value: unknown, container: object, key: string, ancestors: object[]): unknown {
  switch (typeof value) {
    case "number":
      return encodeNumber(value, container, key);
    case "bigint":
      return [typedMark, "long", value.toString()];
    case "function":
    case "symbol":
      return undefined;
    case "object":
      return value === null ? null : (encodeTyped(value) ?? encodeDocument(value, ancestors));
    default:
      return value;
  }
}

/** Encodes a value for the host; undefined, functions and symbols become null. Throws on cycles. */
export function encodeTree(value: unknown): unknown {
  return encodeMember(value, [], "", []) ?? null;
}

/** Encodes call arguments, keeping the number kinds of the array they came in. */
export function encodeArguments(args: unknown[]): unknown {
  return encodeDocument(args, []);
}
