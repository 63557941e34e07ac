import { type Exact, type NumericValue, subtractExact, toDouble, toExact } from "./exact.js";
import { isNumeric, typeOf } from "./type.js";
import {
  Binary,
  Code,
  DbPointer,
  Decimal,
  Doc,
  ObjectIdValue,
  Regex,
  SymbolValue,
  Timestamp,
  UtcDate,
  type Value,
} from "./value.js";

/** Follows a key prefix to step behind every key that starts with it: no encoding continues with this byte. */
export const AFTER = 0xff;

/**
 * Encodes a value so that `memcmp` of the bytes is `compareValues` of the values, and equal values have equal bytes.
 * No encoding is the prefix of another, so encodings can be concatenated, and inverted for descending fields.
 */
export function encodeKey(value: Value): Buffer {
  const sink = new KeySink();
  writeValue(sink, value);
  return sink.finish();
}

/** A string that is equal exactly for equal values: the key of a `Map` of groups or of distinct values. */
export function hashKey(value: Value): string {
  return encodeKey(value).toString("latin1");
}

export function invertKey(key: Uint8Array): Buffer {
  const inverted = Buffer.allocUnsafe(key.length);
  for (let i = 0; i < key.length; i++) inverted[i] = 255 - (key[i] ?? 0);
  return inverted;
}

class KeySink {
  #buffer = Buffer.allocUnsafe(64);
  #length = 0;

  byte(byte: number): this {
    this.#reserve(1);
    this.#buffer[this.#length++] = byte;
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  uint64(value: bigint): this {
    this.#reserve(8);
    this.#length = this.#buffer.writeBigUInt64BE(value, this.#length);
    return this;
  }

  uint32(value: number): this {
    this.#reserve(4);
    this.#length = this.#buffer.writeUInt32BE(value, this.#length);
    return this;
  }

  /** UTF-8 with every zero byte followed by 0xff, ended by 0x00 0x01. */
  text(text: string): this {
    const bytes = Buffer.from(text, "utf8");
    if (bytes.includes(0)) {
      for (const byte of bytes) {
        this.byte(byte);
        if (byte === 0) this.byte(0xff);
      }
    } else {
      this.bytes(bytes);
    }
    this.byte(0);
    this.byte(1);
    return this;
  }

  finish(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length));
  }

  #reserve(size: number): this {
    if (this.#length + size <= this.#buffer.length) return this;
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + size));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
    return this;
  }
}

function writeValue(sink: KeySink, value: Value): KeySink {
  sink.byte(typeOf(value).order);
  writePayload(sink, value);
  return sink;
}

function writePayload(sink: KeySink, value: Value): KeySink {
  if (isNumeric(value)) return writeNumber(sink, value);
  if (typeof value === "string") return sink.text(value);
  if (typeof value === "boolean") return sink.byte(value ? 1 : 0);
  if (value instanceof ObjectIdValue) return sink.bytes(value.bytes);
  if (value instanceof UtcDate) return sink.uint64(BigInt.asUintN(64, value.ms) ^ (1n << 63n));
  if (value instanceof Doc) return writeDoc(sink, value);
  if (value instanceof Timestamp) return sink.uint64(value.value);
  if (value instanceof SymbolValue) return sink.text(value.value);
  if (Array.isArray(value)) {
    for (const element of value) writeValue(sink, element);
    return sink.byte(0);
  }
  writeRarePayload(sink, value);
  return sink;
}

function writeRarePayload(sink: KeySink, value: Value): KeySink {
  if (value instanceof Binary) {
    sink.uint32(value.bytes.length);
    sink.byte(value.subtype);
    sink.bytes(value.bytes);
  } else if (value instanceof Regex) {
    sink.text(value.pattern);
    sink.text(value.flags);
  } else if (value instanceof DbPointer) {
    sink.text(value.namespace);
    sink.bytes(value.id);
  } else if (value instanceof Code) {
    sink.text(value.code);
    if (value.scope !== undefined) writeDoc(sink, value.scope);
  }
  return sink;
}

function writeDoc(sink: KeySink, doc: Doc): KeySink {
  for (const [name, value] of doc.entries()) {
    sink.byte(typeOf(value).order);
    sink.text(name);
    writePayload(sink, value);
  }
  sink.byte(0);
  return sink;
}

const view = new DataView(new ArrayBuffer(8));

/** The nearest double in order-preserving bits, then what rounding lost (nothing, in almost every value). */
function writeNumber(sink: KeySink, value: NumericValue): KeySink {
  const double = toDouble(value);
  if (Number.isNaN(double)) {
    sink.uint64(0n);
    return sink.byte(0x80);
  }
  const exact = typeof value === "bigint" || value instanceof Decimal ? toExact(value) : undefined;
  const clamped =
    exact === undefined ? double : Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, double));
  sink.uint64(orderedBits(clamped === 0 ? 0 : clamped));
  const base = exact === undefined ? undefined : toExact(clamped);
  if (exact === undefined || base === undefined) return sink.byte(0x80);
  writeRemainder(sink, subtractExact(exact, base));
  return sink;
}

function orderedBits(double: number): bigint {
  view.setFloat64(0, double);
  const bits = view.getBigUint64(0);
  return bits >> 63n === 1n ? BigInt.asUintN(64, ~bits) : bits | (1n << 63n);
}

function writeRemainder(sink: KeySink, remainder: Exact): KeySink {
  if (remainder.coefficient === 0n) return sink.byte(0x80);
  const negative = remainder.coefficient < 0n;
  const digits = (negative ? -remainder.coefficient : remainder.coefficient).toString();
  const magnitude = digits.length + remainder.exponent;
  const significant = digits.replace(/0+$/, "");
  const bytes = Buffer.alloc(2 + significant.length + 1);
  bytes.writeUInt16BE(magnitude + 0x4000, 0);
  for (let i = 0; i < significant.length; i++) bytes[2 + i] = significant.charCodeAt(i) - 47;
  sink.byte(negative ? 0x40 : 0xc0);
  sink.bytes(negative ? invertKey(bytes) : bytes);
  return sink;
}
