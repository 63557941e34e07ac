import type { Doc, Value } from "../bson/value.js";

/** What an expression is evaluated against. */
export interface Scope {
  readonly root: Doc;
  readonly variables: ReadonlyMap<string, Value> | undefined;
}

/** A compiled expression; `undefined` is a missing value. */
export interface Expression {
  evaluate(scope: Scope): Value | undefined;
}

/** Compiles nested expressions; handed to operators so that they need not import the compiler. */
export type Compile = (value: Value) => Expression;

/** Compiles one operator from its raw argument. */
export type Operator = (argument: Value, compile: Compile, name: string) => Expression;

export type OperatorTable = Readonly<Record<string, Operator>>;
