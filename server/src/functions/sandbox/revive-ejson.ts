import { UUID } from "./bson-binary";
import { Long } from "./bson-long";
import { ObjectId } from "./bson-object-id";
import { BSONRegExp, Decimal128, MaxKey, MinKey, OpaqueValue, Timestamp } from "./bson-scalars";
import { noteDouble } from "./number-kinds";
import { defineMember, keepKind, reviveBinary, reviveNumber } from "./revive";

type Wrapper = (payload: never, container: object, key: string) => unknown;

const maxDepth = 200;

/** Checks what stands for a value: a client's mistake must not become another value. */
function expectText(payload: unknown, type: string, pattern: RegExp): string {
  if (typeof payload === "string" && pattern.test(payload)) return payload;
  throw new TypeError(`${JSON.stringify(payload)} is not a value of ${type}`);
}

function reviveInt(payload: unknown): number {
  const value = Number(expectText(payload, "$numberInt", /^[+-]?\d+$/));
  if (value !== (value | 0)) throw new RangeError(`$numberInt ${value} does not fit into 32 bits`);
  return value | 0;
}

function reviveLong(payload: unknown, container: object, key: string): unknown {
  const text = expectText(payload, "$numberLong", /^[+-]?\d+$/);
  const long = new Long(text);
  if (long.toBigInt() !== BigInt(text)) throw new RangeError(`$numberLong ${text} does not fit into 64 bits`);
  const value = long.toNumber();
  return Number.isSafeInteger(value) ? keepKind("long", value, container, key) : long;
}

const doubleText = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$|^[+-]?Infinity$|^NaN$/i;

function reviveDouble(payload: unknown, container: object, key: string): unknown {
  const value = Number(expectText(payload, "$numberDouble", doubleText));
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return keepKind("double", value, container, key);
  noteDouble();
  return value;
}

function reviveDate(payload: string | number | { $numberLong?: unknown }): Date {
  const isLong = typeof payload === "object" && payload !== null;
  const ms = isLong ? Number(expectText(payload.$numberLong, "$date", /^-?\d+$/)) : payload;
  const date = new Date(ms);
  if (Number.isNaN(date.getTime()) || !["string", "number"].includes(typeof ms)) {
    throw new TypeError(`${JSON.stringify(payload)} is not a value of $date`);
  }
  return date;
}

function reviveRegex(payload: { pattern?: unknown; options?: unknown } | null): unknown {
  const pattern = expectText(payload?.pattern, "$regularExpression", /^/);
  return new BSONRegExp(pattern, expectText(payload?.options ?? "", "$regularExpression", /^/));
}

function reviveTimestamp(payload: { t?: unknown; i?: unknown } | null): unknown {
  const [t, i] = [payload?.t, payload?.i];
  if (typeof t === "number" && typeof i === "number") return new Timestamp({ t, i });
  throw new TypeError(`${JSON.stringify(payload)} is not a value of $timestamp`);
}

const wrappers: Record<string, Wrapper> = {
  $oid: payload => new ObjectId(expectText(payload, "$oid", /^[0-9a-f]{24}$/i)),
  $numberInt: reviveInt,
  $numberLong: reviveLong,
  $numberDouble: reviveDouble,
  $numberDecimal: payload => new Decimal128(expectText(payload, "$numberDecimal", /^/)),
  $date: reviveDate,
  $uuid: payload => new UUID(expectText(payload, "$uuid", /^[0-9a-f-]{32,36}$/i)),
  $binary: (payload: { base64?: unknown; subType?: unknown } | null) => {
    const base64 = expectText(payload?.base64, "$binary", /^/);
    const subType = expectText(payload?.subType ?? "00", "$binary", /^[0-9a-f]{1,2}$/i);
    return reviveBinary(base64, Number.parseInt(subType, 16));
  },
  $regularExpression: reviveRegex,
  $timestamp: reviveTimestamp,
  $minKey: () => new MinKey(),
  $maxKey: () => new MaxKey(),
  $undefined: () => null,
};
const opaqueKeys = new Set(["$code", "$symbol", "$dbPointer", "$ref"]);

function reviveObject(node: Record<string, unknown>, container: object, key: string, depth: number): unknown {
  const keys = Object.keys(node);
  const first = keys[0] ?? "";
  if (first.charAt(0) === "$") {
    if (keys.length === 1 && Object.hasOwn(wrappers, first)) {
      return wrappers[first]?.(node[first] as never, container, key);
    }
    if (first === "$regex" && typeof node[first] === "string") {
      return new BSONRegExp(node[first], node["$options"] ?? "");
    }
    if (opaqueKeys.has(first)) return new OpaqueValue(JSON.stringify(node));
  }
  for (const name of keys) {
    const member = node[name];
    if (typeof member === "number" || (typeof member === "object" && member !== null)) {
      defineMember(node, name, reviveNode(member, node, name, depth));
    }
  }
  return node;
}

/** A number without a type: int32 when it fits, else int64 when it is whole, as the drivers read it. */
function reviveBare(value: number, container: object, key: string): number {
  const isLong = Number.isSafeInteger(value) && value !== (value | 0);
  return isLong ? keepKind("long", value, container, key) : reviveNumber(value);
}

function reviveNode(node: unknown, container: object, key: string, depth: number): unknown {
  if (typeof node === "number") return reviveBare(node, container, key);
  if (typeof node !== "object" || node === null) return node;
  if (depth >= maxDepth) throw new RangeError(`a value is nested more than ${maxDepth} levels deep`);
  if (!Array.isArray(node)) return reviveObject(node as Record<string, unknown>, container, key, depth + 1);
  for (let i = 0; i < node.length; i++) node[i] = reviveNode(node[i], node, String(i), depth + 1);
  return node;
}

/** Turns what JSON text held into values with BSON types; throws a TypeError or RangeError at what is none. */
export function reviveEjson(parsed: unknown): unknown {
  return reviveNode(parsed, { value: parsed }, "value", 0);
}
