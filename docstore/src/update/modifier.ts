import type { UtcDate, Value } from "../bson/value.js";

/** What an update knows beside the document. */
export interface UpdateContext {
  /** Index that the filter matched in an array, for the positional `$`. */
  readonly position: number | undefined;
  /** The document is being inserted by an upsert. */
  readonly inserting: boolean;
  readonly now: UtcDate;
}

/** Take the field away. */
export const REMOVE = Symbol("remove");
/** Leave the field as it is, and make no path to it. */
export const KEEP = Symbol("keep");

export type Change = Value | typeof REMOVE | typeof KEEP;

/** Computes the new value of one field from its present one (`undefined`: there is none). */
export type Modifier = (current: Value | undefined, context: UpdateContext, path: string) => Change;

/** Compiles an operator's argument for one path. */
export type ModifierFactory = (argument: Value, path: string) => Modifier;

export interface UpdateOperator {
  readonly compile: ModifierFactory;
  /** A path that cannot exist is skipped instead of being an error. */
  readonly lenient: boolean;
}

export type UpdateOperatorTable = Readonly<Record<string, UpdateOperator>>;
