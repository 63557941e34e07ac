/** Makes a class callable with and without `new`, as function authors write it. */
export function callable<S extends new (...args: never[]) => object>(
  base: S,
): S & ((...args: ConstructorParameters<S>) => InstanceType<S>) {
  function construct(...args: unknown[]): object {
    return Reflect.construct(base, args);
  }
  Object.defineProperty(construct, "name", { value: base.name });
  for (const key of Object.getOwnPropertyNames(base)) {
    const descriptor = Object.getOwnPropertyDescriptor(base, key);
    if (descriptor !== undefined && !["length", "name", "prototype"].includes(key)) {
      Object.defineProperty(construct, key, { ...descriptor, configurable: true });
    }
  }
  Object.defineProperty(construct, "prototype", { value: base.prototype, writable: false });
  Object.defineProperty(base.prototype, "constructor", { value: construct });
  return construct as unknown as ReturnType<typeof callable<S>>;
}

class Int32Value {
  readonly _bsontype = "Int32";
  readonly value: number;
  constructor(value: unknown) {
    this.value = Number(value) | 0;
  }
  valueOf(): number {
    return this.value;
  }
  toString(): string {
    return String(this.value);
  }
  toJSON(): number {
    return this.value;
  }
}

class DoubleValue {
  readonly _bsontype = "Double";
  readonly value: number;
  constructor(value: unknown) {
    this.value = Number(value);
  }
  valueOf(): number {
    return this.value;
  }
  toString(): string {
    return String(this.value);
  }
  toJSON(): number {
    return this.value;
  }
}

const decimalText = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$|^[+-]?inf(inity)?$|^nan$/i;

class Decimal128Value {
  readonly _bsontype = "Decimal128";
  readonly text: string;
  constructor(text: unknown) {
    if (!decimalText.test(String(text))) throw new TypeError(`'${String(text)}' is not a Decimal128 number`);
    this.text = String(text);
  }
  static fromString(text: string): Decimal128Value {
    return new Decimal128(text);
  }
  toString(): string {
    return this.text;
  }
  toJSON(): object {
    return { $numberDecimal: this.text };
  }
}

class MinKeyValue {
  readonly _bsontype = "MinKey";
}

class MaxKeyValue {
  readonly _bsontype = "MaxKey";
}

class BSONRegExpValue {
  readonly _bsontype = "BSONRegExp";
  readonly pattern: string;
  readonly options: string;
  constructor(pattern: unknown, options: unknown = "") {
    this.pattern = String(pattern);
    this.options = String(options).split("").sort().join("");
  }
}

class TimestampValue {
  readonly _bsontype = "Timestamp";
  readonly t: number;
  readonly i: number;
  constructor(value: { t: number; i: number }) {
    this.t = value.t >>> 0;
    this.i = value.i >>> 0;
  }
}

/** A BSON value that functions can only pass on: kept as its canonical EJSON text. */
export class OpaqueValue {
  readonly _bsontype = "Opaque";
  readonly ejson: string;
  constructor(ejson: string) {
    this.ejson = ejson;
  }
}

export const Int32 = callable(Int32Value);
export const Double = callable(DoubleValue);
export const Decimal128 = callable(Decimal128Value);
export const MinKey = callable(MinKeyValue);
export const MaxKey = callable(MaxKeyValue);
export const BSONRegExp = callable(BSONRegExpValue);
export const Timestamp = callable(TimestampValue);
