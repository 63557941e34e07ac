import { Binary, UUID } from "./bson-binary";
import { Long } from "./bson-long";
import { ObjectId } from "./bson-object-id";
import { BSONRegExp, Decimal128, MaxKey, MinKey, OpaqueValue, Timestamp } from "./bson-scalars";
import { base64ToBytes } from "./bytes";
import { encodeTree } from "./encode";
import { host } from "./host";
import { defineMember, keepKind } from "./revive";

type Wrapper = (payload: never, container: object, key: string) => unknown;

function parseLong(text: string, container: object, key: string): unknown {
  const long = new Long(text);
  const value = long.toNumber();
  return Number.isSafeInteger(value) ? keepKind("long", value, container, key) : long;
}

function parseDouble(text: string, container: object, key: string): unknown {
  const value = Number(text);
  return Number.isSafeInteger(value) && !Object.is(value, -0)
    ? keepKind("double", value, container, key)
    : value;
}

function parseDate(date: string | number | { $numberLong: string }): Date {
  return new Date(typeof date === "object" ? Number(date.$numberLong) : date);
}

const wrappers: Record<string, Wrapper> = {
  $oid: (hex: string) => new ObjectId(hex),
  $numberInt: (text: string) => Number(text) | 0,
  $numberLong: parseLong,
  $numberDouble: parseDouble,
  $numberDecimal: (text: string) => new Decimal128(text),
  $date: parseDate,
  $uuid: (text: string) => new UUID(text),
  $binary: (binary: { base64: string; subType: string }) =>
    new Binary(base64ToBytes(binary.base64), Number.parseInt(binary.subType, 16)),
  $regularExpression: (regex: { pattern: string; options: string }) =>
    new BSONRegExp(regex.pattern, regex.options),
  $timestamp: (value: { t: number; i: number }) => new Timestamp(value),
  $minKey: () => new MinKey(),
  $maxKey: () => new MaxKey(),
  $undefined: () => null,
};
const opaqueKeys = ["$code", "$symbol", "$dbPointer", "$ref"];

function reviveEjson(node: unknown, container: object, key: string): unknown {
  if (typeof node !== "object" || node === null) return node;
  const keys = Object.keys(node);
  const first = keys[0] ?? "";
  if (!Array.isArray(node) && keys.length === 1 && Object.hasOwn(wrappers, first)) {
    return wrappers[first]?.((node as Record<string, unknown>)[first] as never, container, key);
  }
  if (opaqueKeys.includes(first)) return new OpaqueValue(JSON.stringify(node));
  for (const name of keys) {
    defineMember(node, name, reviveEjson((node as Record<string, unknown>)[name], node, name));
  }
  return node;
}

interface StringifyOptions {
  relaxed?: boolean;
}

function stringify(value: unknown, replacer?: unknown, space?: unknown, options?: StringifyOptions): string {
  let source = value;
  if (typeof replacer === "function") source = applyReplacer(value, replacer as Replacer);
  const settings =
    options ?? (typeof replacer === "object" && !Array.isArray(replacer) ? replacer : undefined);
  const relaxed = (settings as StringifyOptions | null | undefined)?.relaxed === true;
  const indent = typeof space === "number" ? " ".repeat(Math.min(10, space)) : String(space ?? "");
  return host.formatEjson(encodeTree(source), relaxed ? 1 : 0, indent);
}

type Replacer = (key: string, value: unknown) => unknown;

function applyReplacer(value: unknown, replacer: Replacer, key = ""): unknown {
  const replaced = replacer(key, value);
  if (
    typeof replaced !== "object" ||
    replaced === null ||
    "_bsontype" in replaced ||
    replaced instanceof Date
  ) {
    return replaced;
  }
  if (Array.isArray(replaced)) return replaced.map((item, i) => applyReplacer(item, replacer, String(i)));
  return Object.fromEntries(Object.entries(replaced).map(([k, v]) => [k, applyReplacer(v, replacer, k)]));
}

function parse(text: string): unknown {
  const holder = { value: JSON.parse(text) };
  return reviveEjson(holder.value, holder, "value");
}

export const EJSON = {
  parse,
  stringify,
  serialize: (value: unknown, options?: StringifyOptions): unknown =>
    JSON.parse(stringify(value, null, "", options)),
  deserialize: (value: unknown): unknown => parse(JSON.stringify(value)),
};
