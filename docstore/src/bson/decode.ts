import {
  Binary,
  Code,
  DbPointer,
  Decimal,
  Doc,
  Int32,
  MAX_KEY,
  MIN_KEY,
  ObjectIdValue,
  Regex,
  SymbolValue,
  Timestamp,
  UNDEFINED,
  UtcDate,
  type Value,
} from "./value.js";

/** Bytes that are not a BSON document; `offset` is where reading stopped. */
export class BsonError extends Error {
  constructor(
    reason: string,
    readonly offset: number,
  ) {
    super(`Invalid BSON at byte ${offset}: ${reason}`);
    this.name = "BsonError";
  }
}

/** Levels of documents and arrays inside a document. */
export const MAX_DEPTH = 200;

/** Decodes one document that fills `bytes` entirely, losing nothing: `encodeDoc` gives the same bytes back. */
export function decodeDoc(bytes: Uint8Array): Doc {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = new Reader(buffer);
  const doc = reader.document(0);
  if (reader.offset !== buffer.length) throw new BsonError("bytes follow the document", reader.offset);
  return doc;
}

class Reader {
  offset = 0;
  constructor(readonly buffer: Buffer) {}

  document(depth: number): Doc {
    const doc = new Doc();
    this.#elements(depth, (name, value) => doc.push(name, value));
    return doc;
  }

  #array(depth: number): Value[] {
    const values: Value[] = [];
    this.#elements(depth, (_name, value) => values.push(value));
    return values;
  }

  #elements(depth: number, add: (name: string, value: Value) => void): void {
    if (depth > MAX_DEPTH) throw new BsonError("nested too deeply", this.offset);
    const start = this.offset;
    const size = this.#int32();
    const end = start + size;
    if (size < 5 || end > this.buffer.length) throw new BsonError(`document length ${size}`, start);
    for (;;) {
      const type = this.#byte();
      if (type === 0) break;
      const name = this.#cstring();
      add(name, this.#value(type, depth));
      if (this.offset >= end) throw new BsonError("a value passes the end of its document", this.offset);
    }
    if (this.offset !== end) throw new BsonError("document length does not fit its content", this.offset);
  }

  #value(type: number, depth: number): Value {
    switch (type) {
      case 0x01:
        return this.buffer.readDoubleLE(this.#take(8));
      case 0x02:
        return this.#string();
      case 0x03:
        return this.document(depth + 1);
      case 0x04:
        return this.#array(depth + 1);
      case 0x07:
        return new ObjectIdValue(this.#bytes(12));
      case 0x08:
        return this.#boolean();
      case 0x09:
        return new UtcDate(this.buffer.readBigInt64LE(this.#take(8)));
      case 0x0a:
        return null;
      case 0x10:
        return new Int32(this.#int32());
      case 0x12:
        return this.buffer.readBigInt64LE(this.#take(8));
      default:
        return this.#rareValue(type, depth);
    }
  }

  #rareValue(type: number, depth: number): Value {
    switch (type) {
      case 0x05:
        return this.#binary();
      case 0x06:
        return UNDEFINED;
      case 0x0b: {
        const pattern = this.#cstring();
        return new Regex(pattern, this.#cstring());
      }
      case 0x0c: {
        const namespace = this.#string();
        return new DbPointer(namespace, this.#bytes(12));
      }
      case 0x0d:
        return new Code(this.#string(), undefined);
      case 0x0e:
        return new SymbolValue(this.#string());
      case 0x0f:
        return this.#codeWithScope(depth);
      case 0x11:
        return new Timestamp(this.buffer.readBigUInt64LE(this.#take(8)));
      case 0x13:
        return new Decimal(this.#bytes(16));
      case 0xff:
        return MIN_KEY;
      case 0x7f:
        return MAX_KEY;
      default:
        throw new BsonError(`unknown type 0x${type.toString(16)}`, this.offset);
    }
  }

  #codeWithScope(depth: number): Code {
    const start = this.offset;
    const size = this.#int32();
    const code = this.#string();
    const scope = this.document(depth + 1);
    if (this.offset !== start + size) throw new BsonError("code with scope has a wrong length", start);
    return new Code(code, scope);
  }

  #binary(): Binary {
    const size = this.#int32();
    if (size < 0) throw new BsonError(`binary length ${size}`, this.offset);
    const subtype = this.#byte();
    return new Binary(subtype, this.#bytes(size));
  }

  #boolean(): boolean {
    const byte = this.#byte();
    if (byte > 1) throw new BsonError(`boolean ${byte}`, this.offset);
    return byte === 1;
  }

  #string(): string {
    const size = this.#int32();
    if (size < 1) throw new BsonError(`string length ${size}`, this.offset);
    const start = this.#take(size);
    if (this.buffer[start + size - 1] !== 0) throw new BsonError("string without end", start);
    return readText(this.buffer, start, start + size - 1);
  }

  #cstring(): string {
    const end = this.buffer.indexOf(0, this.offset);
    if (end < 0) throw new BsonError("name without end", this.offset);
    const text = readText(this.buffer, this.offset, end);
    this.offset = end + 1;
    return text;
  }

  #int32(): number {
    return this.buffer.readInt32LE(this.#take(4));
  }

  #byte(): number {
    return this.buffer.readUInt8(this.#take(1));
  }

  /** A copy, so that a small value does not keep a large message alive. */
  #bytes(size: number): Uint8Array {
    const start = this.#take(size);
    return new Uint8Array(this.buffer.subarray(start, start + size));
  }

  #take(size: number): number {
    const start = this.offset;
    if (start + size > this.buffer.length) throw new BsonError("cut off", start);
    this.offset = start + size;
    return start;
  }
}

/** Short ASCII texts, most names, are faster without a call into the runtime. */
function readText(buffer: Buffer, start: number, end: number): string {
  if (end - start > 20) return buffer.toString("utf8", start, end);
  let text = "";
  for (let i = start; i < end; i++) {
    const byte = buffer[i] ?? 0;
    if (byte > 127) return buffer.toString("utf8", start, end);
    text += String.fromCharCode(byte);
  }
  return text;
}
