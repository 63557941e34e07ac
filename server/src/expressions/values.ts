/** A value reduced to its kind and to something that can be compared within the kind. */
type Comparable =
  | { kind: "number"; value: number | bigint; exact: string }
  | { kind: "string" | "bytes" | "id"; value: string }
  | { kind: "boolean" | "date"; value: number }
  | { kind: "null" | "min" | "max"; value: 0 }
  | { kind: "array" | "document" | "other"; value: object };

function typeTag(value: object): string | undefined {
  return "_bsontype" in value && typeof value._bsontype === "string" ? value._bsontype : undefined;
}

function numeric(value: number | bigint): Comparable {
  return { kind: "number", value, exact: String(value) };
}

function decimal(text: string): Comparable {
  const isInteger = /^-?\d{1,30}$/.test(text);
  return isInteger ? numeric(BigInt(text)) : { kind: "number", value: Number(text), exact: text };
}

function bytesOf(value: object): string {
  const bytes = "buffer" in value ? value.buffer : undefined;
  const subType = "sub_type" in value ? String(value.sub_type) : "0";
  return `${subType}:${bytes instanceof Uint8Array ? Buffer.from(bytes).toString("hex") : ""}`;
}

function typed(tag: string, value: object): Comparable {
  switch (tag) {
    case "Int32":
    case "Double":
      return numeric(Number(value.valueOf()));
    case "Long":
      return numeric(BigInt(String(value)));
    case "Decimal128":
      return decimal(String(value));
    case "ObjectId":
      return { kind: "id", value: String(value) };
    case "Binary":
    case "UUID":
      return { kind: "bytes", value: bytesOf(value) };
    case "MinKey":
      return { kind: "min", value: 0 };
    case "MaxKey":
      return { kind: "max", value: 0 };
    default:
      return { kind: "other", value };
  }
}

function comparable(value: unknown): Comparable {
  switch (typeof value) {
    case "number":
    case "bigint":
      return numeric(value);
    case "string":
      return { kind: "string", value };
    case "boolean":
      return { kind: "boolean", value: value ? 1 : 0 };
    case "object":
      return value === null ? { kind: "null", value: 0 } : comparableObject(value);
    default:
      return { kind: "null", value: 0 };
  }
}

function comparableObject(value: object): Comparable {
  const tag = typeTag(value);
  if (tag !== undefined) return typed(tag, value);
  if (value instanceof Date) return { kind: "date", value: value.getTime() };
  if (value instanceof Uint8Array) return { kind: "bytes", value: `0:${Buffer.from(value).toString("hex")}` };
  return { kind: Array.isArray(value) ? "array" : "document", value };
}

function equalMembers(left: object, right: object): boolean {
  const leftEntries = Object.entries(left);
  const rightEntries = Object.entries(right);
  return (
    leftEntries.length === rightEntries.length &&
    leftEntries.every(
      ([key, value], i) => rightEntries[i]?.[0] === key && valuesEqual(value, rightEntries[i]?.[1]),
    )
  );
}

function compareNumbers(left: number | bigint, right: number | bigint): number | undefined {
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number.isNaN(left) && Number.isNaN(right) ? 0 : undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Equality of BSON values: numbers by value whatever their type, documents with their keys in order. */
export function valuesEqual(left: unknown, right: unknown): boolean {
  const a = comparable(left);
  const b = comparable(right);
  if (a.kind !== b.kind) return false;
  if (a.kind === "number" && b.kind === "number") {
    return a.exact === b.exact || compareNumbers(a.value, b.value) === 0;
  }
  if (typeof a.value === "object" && typeof b.value === "object") return equalMembers(a.value, b.value);
  return a.value === b.value;
}

const ordered = new Set(["number", "string", "id", "bytes", "boolean", "date"]);

/** The order of two values of one kind; undefined when they are not comparable. */
export function compareValues(left: unknown, right: unknown): number | undefined {
  const a = comparable(left);
  const b = comparable(right);
  if (a.kind !== b.kind || !ordered.has(a.kind)) return undefined;
  if (typeof a.value === "object" || typeof b.value === "object") return undefined;
  if (typeof a.value === "string" || typeof b.value === "string") {
    return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  }
  return compareNumbers(a.value, b.value);
}

/** True for documents, which paths descend into; false for arrays and BSON values. */
export function isDocument(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && comparableObject(value).kind === "document";
}
