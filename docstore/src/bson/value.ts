/** A 32-bit integer. A plain JavaScript number stands for a double, a bigint for a 64-bit integer. */
export class Int32 {
  constructor(readonly value: number) {}
}

/** A Decimal128 in its 16 wire bytes. */
export class Decimal {
  constructor(readonly bytes: Uint8Array) {}
}

export class ObjectIdValue {
  constructor(readonly bytes: Uint8Array) {}
}

/** Milliseconds since the epoch; a bigint because the wire carries 64 bits. */
export class UtcDate {
  constructor(readonly ms: bigint) {}
}

export class Binary {
  constructor(
    readonly subtype: number,
    readonly bytes: Uint8Array,
  ) {}
}

export class Regex {
  constructor(
    readonly pattern: string,
    readonly flags: string,
  ) {}
}

/** Unsigned 64 bits: seconds in the high half, an ordinal in the low half. */
export class Timestamp {
  constructor(readonly value: bigint) {}
}

export class SymbolValue {
  constructor(readonly value: string) {}
}

export class Code {
  constructor(
    readonly code: string,
    readonly scope: Doc | undefined,
  ) {}
}

export class DbPointer {
  constructor(
    readonly namespace: string,
    readonly id: Uint8Array,
  ) {}
}

/** Values that carry nothing but their type. */
export class Marker {
  constructor(readonly name: "minKey" | "maxKey" | "undefined") {}
}
export const MIN_KEY = new Marker("minKey");
export const MAX_KEY = new Marker("maxKey");
export const UNDEFINED = new Marker("undefined");

/** An array of encoded documents, placed into a reply without being decoded. Only the encoder accepts it. */
export class RawArray {
  constructor(readonly documents: readonly Uint8Array[]) {}
}

/** One encoded document, placed into a reply without being decoded. Only the encoder accepts it. */
export class RawDoc {
  constructor(readonly bytes: Uint8Array) {}
}

export type Value =
  | number
  | bigint
  | string
  | boolean
  | null
  | Int32
  | Decimal
  | ObjectIdValue
  | UtcDate
  | Binary
  | Regex
  | Timestamp
  | SymbolValue
  | Code
  | DbPointer
  | Marker
  | RawArray
  | RawDoc
  | Doc
  | Value[];

/** An ordered document: unlike a JavaScript object it keeps the order of names such as "1" and is safe for any name. */
export class Doc {
  readonly keys: string[] = [];
  readonly values: Value[] = [];

  /** Builds a document from a literal; `undefined` entries are left out. Never use it with users' names. */
  static of(fields: Readonly<Record<string, Value | undefined>>): Doc {
    const doc = new Doc();
    for (const name of Object.keys(fields)) {
      const value = fields[name];
      if (value !== undefined) doc.push(name, value);
    }
    return doc;
  }

  static ofEntries(entries: Iterable<readonly [string, Value]>): Doc {
    const doc = new Doc();
    for (const [name, value] of entries) doc.set(name, value);
    return doc;
  }

  get size(): number {
    return this.keys.length;
  }

  get(name: string): Value | undefined {
    const index = this.keys.indexOf(name);
    return index < 0 ? undefined : this.values[index];
  }

  has(name: string): boolean {
    return this.keys.includes(name);
  }

  /** Appends without looking for an earlier field of the same name. */
  push(name: string, value: Value): void {
    this.keys.push(name);
    this.values.push(value);
  }

  set(name: string, value: Value): void {
    const index = this.keys.indexOf(name);
    if (index < 0) this.push(name, value);
    else this.values[index] = value;
  }

  delete(name: string): boolean {
    const index = this.keys.indexOf(name);
    if (index < 0) return false;
    this.keys.splice(index, 1);
    this.values.splice(index, 1);
    return true;
  }

  *entries(): Generator<[string, Value]> {
    for (let i = 0; i < this.keys.length; i++) {
      const name = this.keys[i];
      const value = this.values[i];
      if (name !== undefined && value !== undefined) yield [name, value];
    }
  }

  /** A shallow copy: fields may be added or replaced without touching the original. */
  copy(): Doc {
    const doc = new Doc();
    for (const [name, value] of this.entries()) doc.push(name, value);
    return doc;
  }
}

/** A deep copy of containers; leaves are immutable and shared. */
export function cloneValue(value: Value): Value {
  if (Array.isArray(value)) return value.map(cloneValue);
  if (value instanceof Doc) return cloneDoc(value);
  return value;
}

export function cloneDoc(doc: Doc): Doc {
  const copy = new Doc();
  for (const [name, value] of doc.entries()) copy.push(name, cloneValue(value));
  return copy;
}
