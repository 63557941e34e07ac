import { Binary, UUID } from "./bson-binary";
import { Long } from "./bson-long";
import { ObjectId } from "./bson-object-id";
import { BSONRegExp, Decimal128, MaxKey, MinKey, OpaqueValue, Timestamp } from "./bson-scalars";
import { base64ToBytes, bytesToHex } from "./bytes";
import { asFloat, noteDouble, rememberKind } from "./number-kinds";

type Tagged = { $: string; v: unknown };
type Reviver = (payload: never, container: object, key: string) => unknown;

/** A whole float with its kind remembered for the way back. */
export function keepKind(kind: "long" | "double", value: number, container: object, key: string): number {
  const float = asFloat(value);
  rememberKind(container, key, float, kind);
  return float;
}

/** A binary value; a UUID when it is one. */
export function reviveBinary(base64: string, subType: number): unknown {
  const bytes = base64ToBytes(base64);
  return subType === 4 && bytes.length === 16 ? new UUID(bytesToHex(bytes)) : new Binary(bytes, subType);
}

const revivers: Record<string, Reviver> = {
  l: (value: number, container, key) => keepKind("long", value, container, key),
  d: (value: number, container, key) => keepKind("double", value, container, key),
  L: (text: string) => new Long(text),
  n: (text: string) => reviveNumber(Number(text)),
  u: () => undefined,
  oid: (hex: string) => new ObjectId(hex),
  date: (ms: number) => new Date(ms),
  dec: (text: string) => new Decimal128(text),
  bin: ([base64, subType]: [string, number]) => reviveBinary(base64, subType),
  re: ([pattern, options]: [string, string]) => new BSONRegExp(pattern, options),
  ts: ([t, i]: [number, number]) => new Timestamp({ t, i }),
  min: () => new MinKey(),
  max: () => new MaxKey(),
  x: (ejson: string) => new OpaqueValue(ejson),
  obj: (entries: [string, unknown][]) => reviveEntries(entries),
};

function reviveEntries(entries: [string, unknown][]): object {
  const object = {};
  for (const [key, node] of entries) defineMember(object, key, reviveMember(node, object, key));
  return object;
}

/** Sets an own property whatever its name, `__proto__` included. */
export function defineMember(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function isTagged(node: object): node is Tagged {
  return Object.hasOwn(node, "$");
}

/** Plain whole numbers are int32, whose tag the engine's JSON parser does not give; all others are double. */
export function reviveNumber(value: number): number {
  const integer = value | 0;
  if (integer === value && !Object.is(value, -0)) return integer;
  noteDouble();
  return value;
}

function reviveMember(node: unknown, container: object, key: string): unknown {
  if (typeof node === "number") return reviveNumber(node);
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) {
    for (let i = 0; i < node.length; i++) node[i] = reviveMember(node[i], node, String(i));
    return node;
  }
  if (isTagged(node)) return revivers[node.$]?.(node.v as never, container, key);
  for (const [name, member] of Object.entries(node)) {
    if (typeof member === "number" || (typeof member === "object" && member !== null)) {
      defineMember(node, name, reviveMember(member, node, name));
    }
  }
  return node;
}

/** Turns the host's JSON text into values with BSON types. */
export function reviveText(text: string): unknown {
  const holder = { value: JSON.parse(text) };
  return reviveMember(holder.value, holder, "value");
}
