import { Doc, UtcDate, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { Expression, Operator, Scope } from "./expression.js";
import { fieldPath } from "./field-path.js";

/** Compiles an aggregation expression: literals, field paths, variables, documents, arrays and operators. */
export function compileExpression(value: Value): Expression {
  if (typeof value === "string") return value.startsWith("$") ? compileReference(value) : literal(value);
  if (Array.isArray(value)) return compileArray(value);
  if (value instanceof Doc) return compileDocument(value);
  return literal(value);
}

function literal(value: Value): Expression {
  return { evaluate: () => value };
}

function compileArray(values: readonly Value[]): Expression {
  const elements = values.map(compileExpression);
  return { evaluate: scope => elements.map(element => element.evaluate(scope) ?? null) };
}

function compileDocument(doc: Doc): Expression {
  const [name] = doc.keys;
  if (name?.startsWith("$")) return compileOperator(name, doc);
  const fields = [...doc.entries()].map(([field, value]) => ({
    field: checkFieldName(field),
    value: compileExpression(value),
  }));
  return {
    evaluate: scope => {
      const result = new Doc();
      for (const { field, value } of fields) {
        const evaluated = value.evaluate(scope);
        if (evaluated !== undefined) result.set(field, evaluated);
      }
      return result;
    },
  };
}

function checkFieldName(name: string): string {
  if (name.startsWith("$"))
    throw new CommandError(16410, `FieldPath field names may not start with '$': ${name}`);
  if (name.includes(".")) throw new CommandError(16412, `FieldPath field names may not contain '.': ${name}`);
  return name;
}

function compileOperator(name: string, doc: Doc): Expression {
  if (doc.size !== 1) {
    throw new CommandError(
      15983,
      `an object representing an expression must have exactly one field: ${doc.keys.join(", ")}`,
    );
  }
  const argument = doc.values[0] ?? null;
  if (name === "$literal") return literal(argument);
  // Loaded with the first operator: most of what is stored is found without one.
  const { OPERATORS }: typeof import("./operators.js") = require("./operators.js");
  const operator: Operator | undefined = OPERATORS.get(name);
  if (operator === undefined)
    throw new CommandError("InvalidPipelineOperator", `Unrecognized expression '${name}'`);
  return operator(argument, compileExpression, name);
}

function compileReference(reference: string): Expression {
  if (!reference.startsWith("$$")) {
    const path = splitPath(reference.slice(1));
    return { evaluate: scope => fieldPath(scope.root, path) };
  }
  const [name = "", ...path] = splitPath(reference.slice(2));
  const lookUp = variable(name);
  return path.length === 0 ? { evaluate: lookUp } : { evaluate: scope => fieldPath(lookUp(scope), path) };
}

function splitPath(path: string): string[] {
  const parts = path.split(".");
  if (path === "") throw new CommandError(16872, "'$' by itself is not a valid FieldPath");
  if (parts.includes("")) throw new CommandError(15998, "FieldPath field names may not be empty strings.");
  return parts;
}

function variable(name: string): (scope: Scope) => Value | undefined {
  if (name === "ROOT" || name === "CURRENT") return scope => scope.variables?.get(name) ?? scope.root;
  if (name === "REMOVE") return () => undefined;
  if (name === "NOW") return scope => scope.variables?.get("NOW") ?? new UtcDate(BigInt(Date.now()));
  if (!/^[a-z\u0080-\uffff]/.test(name) && name !== "KEEP" && name !== "PRUNE" && name !== "DESCEND") {
    throw new CommandError(
      "FailedToParse",
      `'${name}' starts with an invalid character for a user variable name`,
    );
  }
  return scope => {
    const variables = scope.variables;
    if (variables?.has(name) !== true) throw new CommandError(17276, `Use of undefined variable: ${name}`);
    return variables.get(name);
  };
}
