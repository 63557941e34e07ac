import { EJSON } from "bson";

type Typed = { _bsontype: string };
type Writer = (value: never) => string;

const tag = (name: string, payload: unknown): string => `{"$":"${name}","v":${JSON.stringify(payload)}}`;
const maxDepth = 200;

function writeFloat(value: number): string {
  if (!Number.isFinite(value) || Object.is(value, -0))
    return tag("n", Object.is(value, -0) ? "-0" : String(value));
  return Number.isSafeInteger(value) ? `{"$":"d","v":${value}.0}` : String(value);
}

function writeInteger(value: bigint): string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? `{"$":"l","v":${number}.0}` : tag("L", value.toString());
}

function writeNumber(value: number): string {
  if (Number.isInteger(value) && !Object.is(value, -0)) {
    if (value === (value | 0)) return String(value);
    if (Number.isSafeInteger(value)) return writeInteger(BigInt(value));
  }
  return writeFloat(value);
}

function writeBytes(bytes: Uint8Array, subType: number): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return tag("bin", [base64, subType]);
}

const writers: Record<string, Writer> = {
  ObjectId: (value: { toHexString(): string }) => tag("oid", value.toHexString()),
  Int32: (value: { value: number }) => String(value.value),
  Double: (value: { value: number }) => writeFloat(value.value),
  Long: (value: { toString(): string }) => writeInteger(BigInt(value.toString())),
  Decimal128: (value: { toString(): string }) => tag("dec", value.toString()),
  Binary: (value: { value(): Uint8Array; sub_type: number }) => writeBytes(value.value(), value.sub_type),
  UUID: (value: { value(): Uint8Array }) => writeBytes(value.value(), 4),
  BSONRegExp: (value: { pattern: string; options: string }) => tag("re", [value.pattern, value.options]),
  Timestamp: (value: { t: number; i: number }) => tag("ts", [value.t, value.i]),
  MinKey: () => tag("min", 0),
  MaxKey: () => tag("max", 0),
};

function isTyped(value: object): value is Typed {
  return "_bsontype" in value && typeof value._bsontype === "string";
}

function writeEntries(entries: [string, unknown][], depth: number): string {
  const kept = entries.filter(([, member]) => typeof member !== "undefined" && typeof member !== "function");
  if (kept.some(([key]) => key === "$")) {
    const pairs = kept.map(([key, member]) => `[${JSON.stringify(key)},${write(member, depth + 1)}]`);
    return `{"$":"obj","v":[${pairs.join()}]}`;
  }
  return `{${kept.map(([key, member]) => `${JSON.stringify(key)}:${write(member, depth + 1)}`).join()}}`;
}

function writeObject(value: object, depth: number): string {
  if (isTyped(value)) {
    const writer = Object.hasOwn(writers, value._bsontype) ? writers[value._bsontype] : undefined;
    return writer ? writer(value as never) : tag("x", EJSON.stringify(value, { relaxed: false }));
  }
  if (value instanceof Date) return tag("date", value.getTime());
  if (value instanceof Uint8Array) return writeBytes(value, 0);
  if (value instanceof RegExp) return tag("re", [value.source, value.flags.replace(/[^imsux]/g, "")]);
  if (Array.isArray(value)) return `[${value.map(item => write(item ?? null, depth + 1)).join()}]`;
  return writeEntries(value instanceof Map ? [...value] : Object.entries(value), depth);
}

function write(value: unknown, depth: number): string {
  if (depth > maxDepth)
    throw new RangeError(`a value for a function is nested more than ${maxDepth} levels deep`);
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      return writeNumber(value);
    case "bigint":
      return writeInteger(value);
    case "object":
      return value === null ? "null" : writeObject(value, depth);
    default:
      return tag("u", 0);
  }
}

/**
 * Writes a value for the sandbox: JSON in which every BSON type keeps its identity.
 * Throws a RangeError when it is nested more than 200 levels deep.
 */
export function writeValue(value: unknown): string {
  return write(value, 0);
}
