import type { Value } from "../bson/value.js";
import type { Scope } from "../expression/expression.js";

/** Gathers one field of one group. */
export interface Accumulator {
  add(scope: Scope): void;
  result(): Value | undefined;
}

/** Compiles an accumulator's argument; the result starts a fresh state for each group. */
export type AccumulatorFactory = (argument: Value, name: string) => () => Accumulator;
