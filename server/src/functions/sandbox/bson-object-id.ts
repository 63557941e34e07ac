import { callable } from "./bson-scalars";
import { bytesToHex, hexToBytes } from "./bytes";
import { host } from "./host";

function objectIdHex(input: unknown): string {
  if (input === undefined || input === null) return host.randomObjectId();
  if (input instanceof ObjectIdValue) return input.toHexString();
  if (input instanceof Uint8Array && input.length === 12) return bytesToHex(input);
  const text = String(input);
  if (/^[0-9a-f]{24}$/i.test(text)) return text.toLowerCase();
  throw new TypeError(`'${text}' is not an ObjectId: it takes 24 hexadecimal digits`);
}

class ObjectIdValue {
  readonly _bsontype = "ObjectId";
  readonly hex: string;
  constructor(input?: unknown) {
    this.hex = objectIdHex(input);
  }
  static createFromHexString(hex: string): ObjectIdValue {
    return new ObjectId(hex);
  }
  static isValid(input: unknown): boolean {
    return input instanceof ObjectIdValue || /^[0-9a-f]{24}$/i.test(String(input));
  }
  get id(): Uint8Array {
    return hexToBytes(this.hex);
  }
  toHexString(): string {
    return this.hex;
  }
  toString(): string {
    return this.hex;
  }
  toJSON(): string {
    return this.hex;
  }
  equals(other: unknown): boolean {
    return other !== null && other !== undefined && String(other).toLowerCase() === this.hex;
  }
  getTimestamp(): Date {
    return new Date(Number.parseInt(this.hex.slice(0, 8), 16) * 1000);
  }
}

export const ObjectId = callable(ObjectIdValue);
