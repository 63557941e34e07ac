import type { Conversion } from "@appstead/sdk/expressions/syntax";
import { ObjectId, UUID } from "bson";

function toObjectId(value: unknown): ObjectId {
  if (typeof value !== "string") throw new TypeError("%stringToOid takes a string");
  if (/^[0-9a-f]{24}$/i.test(value)) return new ObjectId(value);
  const bytes = Buffer.from(value, "utf8");
  if (bytes.length === 12) return new ObjectId(bytes);
  throw new TypeError("%stringToOid takes 24 hexadecimal digits or 12 bytes");
}

function hasTag(value: unknown, tag: string): value is object {
  return typeof value === "object" && value !== null && "_bsontype" in value && value._bsontype === tag;
}

function oidText(value: unknown): string {
  if (hasTag(value, "ObjectId")) return String(value);
  throw new TypeError("%oidToString takes an ObjectId");
}

function toUuid(value: unknown): UUID {
  if (typeof value === "string" && UUID.isValid(value)) return new UUID(value);
  throw new TypeError("%stringToUuid takes a UUID string");
}

function uuidText(value: unknown): string {
  if (hasTag(value, "Binary") && "sub_type" in value && value.sub_type === 4 && "buffer" in value) {
    if (value.buffer instanceof Uint8Array && value.buffer.length === 16) {
      return new UUID(Buffer.from(value.buffer)).toHexString();
    }
  }
  throw new TypeError("%uuidToString takes a UUID");
}

/** Performs a conversion; throws a TypeError when the value is not of the kind it takes. */
export function convert(conversion: Conversion, value: unknown): unknown {
  switch (conversion) {
    case "stringToOid":
      return toObjectId(value);
    case "oidToString":
      return oidText(value);
    case "stringToUuid":
      return toUuid(value);
    case "uuidToString":
      return uuidText(value);
  }
}
