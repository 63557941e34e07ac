import { CommandError } from "../command-error.js";
import {
  Binary,
  Code,
  DbPointer,
  Decimal,
  Doc,
  Int32,
  type Marker,
  ObjectIdValue,
  RawArray,
  RawDoc,
  Regex,
  SymbolValue,
  Timestamp,
  UtcDate,
  type Value,
} from "./value.js";

/**
 * Encodes a document. What is stored is limited to the depth that can be decoded again.
 *
 * @throws CommandError `Overflow` for a document that is deeper than `maxDepth`
 */
export function encodeDoc(doc: Doc, maxDepth = Number.POSITIVE_INFINITY): Buffer {
  const writer = new Writer(maxDepth);
  writer.document(doc);
  return writer.finish();
}

const MARKER_CODES = { minKey: 0xff, maxKey: 0x7f, undefined: 0x06 } as const;

class Writer {
  #buffer = Buffer.allocUnsafe(512);
  #length = 0;
  #depth = -1;

  constructor(readonly maxDepth: number) {}

  finish(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  document(doc: Doc): this {
    const start = this.#open();
    for (let i = 0; i < doc.keys.length; i++) {
      const name = doc.keys[i];
      const value = doc.values[i];
      if (name !== undefined && value !== undefined) this.#element(name, value);
    }
    return this.#close(start);
  }

  #open(): number {
    this.#depth++;
    if (this.#depth > this.maxDepth)
      throw new CommandError("Overflow", `Document exceeds maximum nesting depth of ${this.maxDepth}`);
    return this.#begin();
  }

  #close(start: number): this {
    this.#depth--;
    return this.#end(start);
  }

  #begin(): number {
    this.#reserve(4);
    const start = this.#length;
    this.#length += 4;
    return start;
  }

  #end(start: number): this {
    this.#byte(0);
    this.#buffer.writeInt32LE(this.#length - start, start);
    return this;
  }

  #element(name: string, value: Value): this {
    switch (typeof value) {
      case "string":
        this.#header(0x02, name);
        return this.#string(value);
      case "number":
        this.#header(0x01, name);
        this.#reserve(8);
        this.#length = this.#buffer.writeDoubleLE(value, this.#length);
        return this;
      case "bigint":
        this.#header(0x12, name);
        return this.#uint64(BigInt.asUintN(64, value));
      case "boolean":
        this.#header(0x08, name);
        return this.#byte(value ? 1 : 0);
      default:
        return this.#object(name, value);
    }
  }

  #object(name: string, value: Exclude<Value, string | number | bigint | boolean>): this {
    if (value === null) return this.#header(0x0a, name);
    if (value instanceof Int32) {
      this.#header(0x10, name);
      return this.#int32(value.value);
    }
    if (value instanceof Doc) {
      this.#header(0x03, name);
      return this.document(value);
    }
    if (Array.isArray(value)) return this.#array(name, value);
    if (value instanceof ObjectIdValue) return this.#raw(0x07, name, value.bytes);
    if (value instanceof UtcDate) {
      this.#header(0x09, name);
      return this.#uint64(BigInt.asUintN(64, value.ms));
    }
    if (value instanceof RawDoc) return this.#raw(0x03, name, value.bytes);
    if (value instanceof RawArray) return this.#rawArray(name, value);
    if (value instanceof Decimal) return this.#raw(0x13, name, value.bytes);
    this.#rare(name, value);
    return this;
  }

  #rare(name: string, value: Binary | Regex | Timestamp | SymbolValue | Code | DbPointer | Marker): this {
    if (value instanceof Binary) {
      this.#header(0x05, name);
      this.#int32(value.bytes.length);
      this.#byte(value.subtype);
      this.#bytes(value.bytes);
    } else if (value instanceof Regex) {
      this.#header(0x0b, name);
      this.#cstring(value.pattern);
      this.#cstring(value.flags);
    } else if (value instanceof Timestamp) {
      this.#header(0x11, name);
      this.#uint64(value.value);
    } else if (value instanceof SymbolValue) {
      this.#header(0x0e, name);
      this.#string(value.value);
    } else if (value instanceof DbPointer) {
      this.#header(0x0c, name);
      this.#string(value.namespace);
      this.#bytes(value.id);
    } else if (value instanceof Code) {
      this.#code(name, value);
    } else {
      this.#header(MARKER_CODES[value.name], name);
    }
    return this;
  }

  #code(name: string, value: Code): this {
    if (value.scope === undefined) {
      this.#header(0x0d, name);
      return this.#string(value.code);
    }
    this.#header(0x0f, name);
    const start = this.#begin();
    this.#string(value.code);
    this.document(value.scope);
    this.#buffer.writeInt32LE(this.#length - start, start);
    return this;
  }

  #array(name: string, values: readonly Value[]): this {
    this.#header(0x04, name);
    const start = this.#open();
    let index = 0;
    for (const value of values) this.#element(String(index++), value);
    return this.#close(start);
  }

  #rawArray(name: string, array: RawArray): this {
    this.#header(0x04, name);
    const start = this.#begin();
    let index = 0;
    for (const bytes of array.documents) this.#raw(0x03, String(index++), bytes);
    return this.#end(start);
  }

  #raw(type: number, name: string, bytes: Uint8Array): this {
    this.#header(type, name);
    this.#bytes(bytes);
    return this;
  }

  #header(type: number, name: string): this {
    if (name.includes("\0")) throw new CommandError("BadValue", "field names must not contain null bytes");
    this.#byte(type);
    this.#cstring(name);
    return this;
  }

  #cstring(text: string): this {
    this.#reserve(text.length * 3 + 1);
    this.#length += this.#buffer.write(text, this.#length, "utf8");
    this.#buffer[this.#length++] = 0;
    return this;
  }

  #string(text: string): this {
    const start = this.#begin();
    this.#cstring(text);
    this.#buffer.writeInt32LE(this.#length - start - 4, start);
    return this;
  }

  #uint64(value: bigint): this {
    this.#reserve(8);
    this.#length = this.#buffer.writeBigUInt64LE(value, this.#length);
    return this;
  }

  #int32(value: number): this {
    this.#reserve(4);
    this.#length = this.#buffer.writeInt32LE(value, this.#length);
    return this;
  }

  #byte(value: number): this {
    this.#reserve(1);
    this.#buffer[this.#length++] = value;
    return this;
  }

  #bytes(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  #reserve(size: number): this {
    if (this.#length + size <= this.#buffer.length) return this;
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + size));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
    return this;
  }
}
