import { arithmetic } from "./arithmetic.js";
import { comparison } from "./comparison.js";
import { conditional } from "./conditional.js";
import type { Operator } from "./expression.js";

/** Every expression operator by name. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  [comparison, conditional, arithmetic].flatMap(table => Object.entries(table)),
);
