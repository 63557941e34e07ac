import { callable } from "./bson-scalars";
import { base64ToBytes, bytesToBase64, bytesToHex, bytesToText, hexToBytes } from "./bytes";
import { host } from "./host";

function toBytes(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (Array.isArray(data)) return Uint8Array.from(data);
  throw new TypeError("Binary takes a Uint8Array, an ArrayBuffer or an array of bytes");
}

class BinaryValue {
  readonly _bsontype = "Binary";
  readonly buffer: Uint8Array;
  readonly sub_type: number;
  constructor(data: unknown, subType = 0) {
    this.buffer = toBytes(data);
    this.sub_type = subType;
  }
  static fromHex(hex: string, subType = 0): BinaryValue {
    return new Binary(hexToBytes(hex), subType);
  }
  static fromBase64(base64: string, subType = 0): BinaryValue {
    return new Binary(base64ToBytes(base64), subType);
  }
  length(): number {
    return this.buffer.length;
  }
  toHex(): string {
    return bytesToHex(this.buffer);
  }
  toBase64(): string {
    return bytesToBase64(this.buffer);
  }
  text(): string {
    return bytesToText(this.buffer);
  }
  toString(): string {
    return this.sub_type === 4 && this.buffer.length === 16 ? uuidText(this.buffer) : this.text();
  }
  toJSON(): string {
    return this.sub_type === 4 && this.buffer.length === 16 ? uuidText(this.buffer) : this.toBase64();
  }
}

function uuidText(bytes: Uint8Array): string {
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function uuidBytes(text: unknown): Uint8Array {
  if (text === undefined) return hexToBytes(host.randomUuid().replace(/-/g, ""));
  const hex = String(text).replace(/-/g, "");
  if (!/^[0-9a-f]{32}$/i.test(hex)) throw new TypeError(`'${String(text)}' is not a UUID`);
  return hexToBytes(hex);
}

class UuidValue extends BinaryValue {
  constructor(text?: unknown) {
    super(uuidBytes(text), 4);
  }
  toHexString(): string {
    return uuidText(this.buffer);
  }
  equals(other: unknown): boolean {
    return String(other).toLowerCase() === this.toHexString();
  }
}

export const Binary = callable(BinaryValue);
export const UUID = callable(UuidValue);
