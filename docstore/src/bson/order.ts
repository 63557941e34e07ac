import { compareNumbers } from "./exact.js";
import { isNumeric, typeOf } from "./type.js";
import {
  Binary,
  Code,
  DbPointer,
  Doc,
  ObjectIdValue,
  Regex,
  SymbolValue,
  Timestamp,
  UtcDate,
  type Value,
} from "./value.js";

/**
 * The one order of BSON values, under matcher, sort, group and (through `encodeKey`) indexes. A missing field sorts as
 * null; callers that must tell them apart check first.
 */
export function compareValues(a: Value, b: Value): number {
  const classes = typeOf(a).order - typeOf(b).order;
  return classes !== 0 ? Math.sign(classes) : compareSameClass(a, b);
}

export function equalValues(a: Value, b: Value): boolean {
  return compareValues(a, b) === 0;
}

function compareSameClass(a: Value, b: Value): number {
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof ObjectIdValue && b instanceof ObjectIdValue) return Buffer.compare(a.bytes, b.bytes);
  if (a instanceof UtcDate && b instanceof UtcDate) return compareBigints(a.ms, b.ms);
  if (a instanceof Doc && b instanceof Doc) return compareDocs(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b);
  if (a instanceof Binary && b instanceof Binary) return compareBinaries(a, b);
  if (a instanceof Timestamp && b instanceof Timestamp) return compareBigints(a.value, b.value);
  if (a instanceof Regex && b instanceof Regex) {
    return compareStrings(a.pattern, b.pattern) || compareStrings(a.flags, b.flags);
  }
  if (a instanceof DbPointer && b instanceof DbPointer) {
    return compareStrings(a.namespace, b.namespace) || Buffer.compare(a.id, b.id);
  }
  if (a instanceof Code && b instanceof Code) {
    return compareStrings(a.code, b.code) || compareDocs(a.scope ?? new Doc(), b.scope ?? new Doc());
  }
  const left = text(a);
  const right = text(b);
  return left !== undefined && right !== undefined ? compareStrings(left, right) : 0;
}

function text(value: Value): string | undefined {
  return typeof value === "string" ? value : value instanceof SymbolValue ? value.value : undefined;
}

/** Fields in their own order: type class, then name, then value; a prefix comes first. */
function compareDocs(a: Doc, b: Doc): number {
  const shared = Math.min(a.size, b.size);
  for (let i = 0; i < shared; i++) {
    const left = a.values[i];
    const right = b.values[i];
    if (left === undefined || right === undefined) break;
    const classes = typeOf(left).order - typeOf(right).order;
    if (classes !== 0) return Math.sign(classes);
    const order = compareStrings(a.keys[i] ?? "", b.keys[i] ?? "") || compareSameClass(left, right);
    if (order !== 0) return order;
  }
  return Math.sign(a.size - b.size);
}

function compareArrays(a: readonly Value[], b: readonly Value[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a[i];
    const right = b[i];
    if (left === undefined || right === undefined) break;
    const order = compareValues(left, right);
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

function compareBinaries(a: Binary, b: Binary): number {
  return (
    Math.sign(a.bytes.length - b.bytes.length) ||
    Math.sign(a.subtype - b.subtype) ||
    Buffer.compare(a.bytes, b.bytes)
  );
}

function compareBigints(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By UTF-8 bytes, which is by code points; JavaScript's own order differs where surrogates meet U+E000 and above. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left === right) continue;
    if (left >= 0xd800 && right >= 0xd800) {
      const leftSurrogate = left < 0xe000;
      if (leftSurrogate !== right < 0xe000) return leftSurrogate ? 1 : -1;
    }
    return left < right ? -1 : 1;
  }
  return Math.sign(a.length - b.length);
}
