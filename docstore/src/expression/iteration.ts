import { toDouble } from "../bson/exact.js";
import { isNullish, isNumeric } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { requireArray } from "./array.js";
import type { Compile, Expression, Operator, OperatorTable, Scope } from "./expression.js";
import { isTruthy } from "./truth.js";

/** The parts of an operator whose body runs once per element, with the element as a variable. */
function parts(argument: Value, name: string, required: readonly string[], optional: readonly string[]): Doc {
  if (!(argument instanceof Doc))
    throw new CommandError(28646, `${name} only supports an object as its argument`);
  const unknown = argument.keys.find(key => !required.includes(key) && !optional.includes(key));
  if (unknown !== undefined) throw new CommandError(28647, `Unrecognized parameter to ${name}: ${unknown}`);
  const absent = required.find(key => !argument.has(key));
  if (absent !== undefined) throw new CommandError(28648, `Missing '${absent}' parameter to ${name}`);
  return argument;
}

function variableName(doc: Doc): string {
  const name = doc.get("as") ?? "this";
  if (typeof name === "string" && /^[a-z\u0080-\uffff]/.test(name)) return name;
  throw new CommandError("FailedToParse", "'as' must be a variable name that starts with a lowercase letter");
}

function bind(scope: Scope, entries: Iterable<readonly [string, Value]>): Scope {
  const variables = new Map(scope.variables);
  for (const [name, value] of entries) variables.set(name, value);
  return { root: scope.root, variables };
}

const field = (doc: Doc, name: string, compile: Compile): Expression => compile(doc.get(name) ?? null);

const map: Operator = (argument, compile, name) => {
  const doc = parts(argument, name, ["input", "in"], ["as"]);
  const as = variableName(doc);
  const input = field(doc, "input", compile);
  const body = field(doc, "in", compile);
  return {
    evaluate: scope => {
      const list = input.evaluate(scope);
      if (isNullish(list)) return null;
      return requireArray(list, name).map(value => body.evaluate(bind(scope, [[as, value]])) ?? null);
    },
  };
};

const filter: Operator = (argument, compile, name) => {
  const doc = parts(argument, name, ["input", "cond"], ["as", "limit"]);
  const as = variableName(doc);
  const input = field(doc, "input", compile);
  const condition = field(doc, "cond", compile);
  const limit = doc.has("limit") ? field(doc, "limit", compile) : undefined;
  return {
    evaluate: scope => {
      const list = input.evaluate(scope);
      if (isNullish(list)) return null;
      const most = limit?.evaluate(scope);
      const kept = requireArray(list, name).filter(value =>
        isTruthy(condition.evaluate(bind(scope, [[as, value]]))),
      );
      return isNumeric(most) ? kept.slice(0, toDouble(most)) : kept;
    },
  };
};

const reduce: Operator = (argument, compile, name) => {
  const doc = parts(argument, name, ["input", "initialValue", "in"], []);
  const input = field(doc, "input", compile);
  const initial = field(doc, "initialValue", compile);
  const body = field(doc, "in", compile);
  return {
    evaluate: scope => {
      const list = input.evaluate(scope);
      if (isNullish(list)) return null;
      let value = initial.evaluate(scope) ?? null;
      for (const element of requireArray(list, name)) {
        value =
          body.evaluate(
            bind(scope, [
              ["value", value],
              ["this", element],
            ]),
          ) ?? null;
      }
      return value;
    },
  };
};

/** Operators that evaluate an expression for each element of an array. */
export const iteration: OperatorTable = { $map: map, $filter: filter, $reduce: reduce };
