import { callable } from "./bson-scalars";

type LongInput = LongValue | number | bigint | string;

function toBigInt(value: LongInput): bigint {
  if (value instanceof LongValue) return value.value;
  if (typeof value === "number") return BigInt(Math.trunc(value));
  return BigInt(value);
}

/** An int64 as an object: made by code, or received when it lies beyond what a number holds exactly. */
class LongValue {
  readonly _bsontype = "Long";
  readonly value: bigint;
  constructor(low: LongInput = 0, high?: number) {
    const value =
      high === undefined ? toBigInt(low) : (BigInt(high | 0) << 32n) | BigInt(Number(toBigInt(low)) >>> 0);
    this.value = BigInt.asIntN(64, value);
  }
  static fromNumber(value: number): LongValue {
    return new Long(value);
  }
  static fromInt(value: number): LongValue {
    return new Long(value | 0);
  }
  static fromBigInt(value: bigint): LongValue {
    return new Long(value);
  }
  static fromString(text: string): LongValue {
    return new Long(text);
  }
  get low(): number {
    return Number(BigInt.asIntN(32, this.value));
  }
  get high(): number {
    return Number(this.value >> 32n);
  }
  add(other: LongInput): LongValue {
    return new Long(this.value + toBigInt(other));
  }
  subtract(other: LongInput): LongValue {
    return new Long(this.value - toBigInt(other));
  }
  multiply(other: LongInput): LongValue {
    return new Long(this.value * toBigInt(other));
  }
  divide(other: LongInput): LongValue {
    return new Long(this.value / toBigInt(other));
  }
  modulo(other: LongInput): LongValue {
    return new Long(this.value % toBigInt(other));
  }
  negate(): LongValue {
    return new Long(-this.value);
  }
  compare(other: LongInput): number {
    const right = toBigInt(other);
    return this.value < right ? -1 : this.value > right ? 1 : 0;
  }
  equals(other: LongInput): boolean {
    return this.compare(other) === 0;
  }
  toNumber(): number {
    return Number(this.value);
  }
  toBigInt(): bigint {
    return this.value;
  }
  valueOf(): number {
    return Number(this.value);
  }
  toString(): string {
    return this.value.toString();
  }
  toJSON(): object {
    return { $numberLong: this.value.toString() };
  }
}

export const Long = callable(LongValue);
