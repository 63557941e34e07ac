import type { Value } from "../bson/value.js";
import { Doc } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { Expression, Operator, Scope } from "./expression.js";

export type Argument = Value | undefined;

/** An operator of a fixed number of arguments (or a range), all of which are evaluated first. */
export function operator(
  min: number,
  max: number,
  apply: (args: Argument[], name: string) => Argument,
): Operator {
  return (argument, compile, name) => {
    const list = Array.isArray(argument) ? argument : [argument];
    if (list.length < min || list.length > max) throw wrongCount(name, min, max, list.length);
    const compiled = list.map(compile);
    return {
      evaluate: scope =>
        apply(
          compiled.map(expression => expression.evaluate(scope)),
          name,
        ),
    };
  };
}

export function unary(apply: (value: Argument, name: string) => Argument): Operator {
  return operator(1, 1, ([value], name) => apply(value, name));
}

export function binary(apply: (a: Argument, b: Argument, name: string) => Argument): Operator {
  return operator(2, 2, ([a, b], name) => apply(a, b, name));
}

export function variadic(apply: (args: Argument[], name: string) => Argument): Operator {
  return operator(0, Number.MAX_SAFE_INTEGER, apply);
}

function wrongCount(name: string, min: number, max: number, found: number): CommandError {
  if (min === max) {
    return new CommandError(
      16020,
      `Expression ${name} takes exactly ${min} arguments. ${found} were passed in.`,
    );
  }
  return new CommandError(
    28667,
    `Expression ${name} takes at least ${min} arguments, and at most ${max}, but ${found} were passed in.`,
  );
}

/** The arguments of an operator that takes a document: each is compiled; unknown and absent names are refused. */
export class NamedArguments {
  readonly #fields = new Map<string, Expression>();

  constructor(
    readonly name: string,
    argument: Value,
    compile: (value: Value) => Expression,
    required: readonly string[],
    optional: readonly string[] = [],
  ) {
    if (!(argument instanceof Doc))
      throw new CommandError("FailedToParse", `${name} only supports an object as its argument`);
    for (const [field, value] of argument.entries()) {
      if (!required.includes(field) && !optional.includes(field)) {
        throw new CommandError("FailedToParse", `Unrecognized parameter to ${name}: ${field}`);
      }
      this.#fields.set(field, compile(value));
    }
    const absent = required.find(field => !this.#fields.has(field));
    if (absent !== undefined)
      throw new CommandError("FailedToParse", `Missing '${absent}' parameter to ${name}`);
  }

  has(field: string): boolean {
    return this.#fields.has(field);
  }

  evaluate(field: string, scope: Scope): Argument {
    return this.#fields.get(field)?.evaluate(scope);
  }
}
