import { isNullish } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { NamedArguments } from "./arguments.js";
import type { Compile, Expression, Operator, OperatorTable } from "./expression.js";
import { isTruthy } from "./truth.js";

const cond: Operator = (argument, compile, name) => {
  if (Array.isArray(argument)) {
    if (argument.length !== 3) {
      throw new CommandError(
        16020,
        `Expression $cond takes exactly 3 arguments. ${argument.length} were passed in.`,
      );
    }
    const [test, yes, no] = argument.map(compile);
    return { evaluate: scope => (isTruthy(test?.evaluate(scope)) ? yes : no)?.evaluate(scope) };
  }
  const args = new NamedArguments(name, argument, compile, ["if", "then", "else"]);
  return { evaluate: scope => args.evaluate(isTruthy(args.evaluate("if", scope)) ? "then" : "else", scope) };
};

const ifNull: Operator = (argument, compile) => {
  const list = Array.isArray(argument) ? argument.map(compile) : [];
  if (list.length < 2) {
    throw new CommandError(1257300, "$ifNull needs at least two arguments");
  }
  return {
    evaluate: scope => {
      let value: Value | undefined;
      for (const item of list) {
        value = item.evaluate(scope);
        if (!isNullish(value)) return value;
      }
      return value;
    },
  };
};

const switchOperator: Operator = (argument, compile) => {
  if (!(argument instanceof Doc)) throw new CommandError(40060, "$switch requires an object as an argument");
  const unknown = argument.keys.find(key => key !== "branches" && key !== "default");
  if (unknown !== undefined) throw new CommandError(40067, `$switch found an unknown argument: ${unknown}`);
  const list = argument.get("branches");
  if (!Array.isArray(list)) throw new CommandError(40061, "$switch expected an array for 'branches'");
  const branches = list.map(branch => compileBranch(branch, compile));
  const fallback = argument.get("default");
  const otherwise = fallback === undefined ? undefined : compile(fallback);
  return {
    evaluate: scope => {
      const taken = branches.find(branch => isTruthy(branch.test.evaluate(scope)));
      if (taken !== undefined) return taken.result.evaluate(scope);
      if (otherwise === undefined) {
        throw new CommandError(
          40066,
          "$switch could not find a matching branch for an input, and no default was specified.",
        );
      }
      return otherwise.evaluate(scope);
    },
  };
};

function compileBranch(branch: Value, compile: Compile): { test: Expression; result: Expression } {
  if (!(branch instanceof Doc)) throw new CommandError(40062, "$switch expected each branch to be an object");
  const test = branch.get("case");
  const then = branch.get("then");
  if (test === undefined)
    throw new CommandError(40064, "$switch requires each branch have a 'case' expression");
  if (then === undefined)
    throw new CommandError(40065, "$switch requires each branch have a 'then' expression.");
  return { test: compile(test), result: compile(then) };
}

const letOperator: Operator = (argument, compile) => {
  const vars = argument instanceof Doc ? argument.get("vars") : undefined;
  const inside = argument instanceof Doc ? argument.get("in") : undefined;
  if (!(vars instanceof Doc) || inside === undefined) {
    throw new CommandError(16874, "$let needs an object with 'vars' and 'in'");
  }
  const variables = [...vars.entries()].map(([name, value]) => ({ name, value: compile(value) }));
  const body = compile(inside);
  return {
    evaluate: scope => {
      const extended = new Map(scope.variables);
      for (const { name, value } of variables) {
        const evaluated = value.evaluate(scope);
        extended.set(name, evaluated ?? null);
      }
      return body.evaluate({ root: scope.root, variables: extended });
    },
  };
};

export const conditional: OperatorTable = {
  $cond: cond,
  $ifNull: ifNull,
  $switch: switchOperator,
  $let: letOperator,
};
