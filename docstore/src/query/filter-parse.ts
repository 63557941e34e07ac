import { Doc, Regex, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileExpression } from "../expression/compile.js";
import { isTruthy } from "../expression/truth.js";
import { bitsTest } from "./bits-test.js";
import type { FilterNode, LeafNode, Variables } from "./filter-node.js";
import { comparisonTest, inTest, typeTest } from "./leaf-tests.js";
import { existsTest, modTest, sizeTest } from "./leaf-tests-more.js";
import { isOperatorDoc } from "./operator-doc.js";
import { regexTest } from "./regex.js";

/** Operators that MongoDB has and this server refuses by name. */
const UNSUPPORTED = new Set([
  "$where",
  "$text",
  "$jsonSchema",
  "$geoWithin",
  "$geoIntersects",
  "$near",
  "$nearSphere",
  "$within",
  "$geoNear",
  "$sampleRate",
  "$rand",
  "$alwaysTrue",
  "$alwaysFalse",
]);

export function parseFilter(filter: Doc, variables: Variables | undefined): FilterNode {
  const children: FilterNode[] = [];
  for (const [name, value] of filter.entries()) {
    const node = name.startsWith("$")
      ? parseTopLevel(name, value, variables)
      : parseField(name, value, variables);
    if (node !== undefined) children.push(node);
  }
  return all(children);
}

function all(children: readonly FilterNode[]): FilterNode {
  const [only] = children;
  if (only === undefined) return { kind: "always", value: true };
  return children.length === 1 ? only : { kind: "and", children };
}

function parseTopLevel(name: string, value: Value, variables: Variables | undefined): FilterNode | undefined {
  switch (name) {
    case "$and":
    case "$or":
    case "$nor":
      return {
        kind: name === "$and" ? "and" : name === "$or" ? "or" : "nor",
        children: filterList(name, value).map(filter => parseFilter(filter, variables)),
      };
    case "$expr": {
      const expression = compileExpression(value);
      return { kind: "expr", test: doc => isTruthy(expression.evaluate({ root: doc, variables })) };
    }
    case "$comment":
      return undefined;
    default:
      if (UNSUPPORTED.has(name)) throw unsupported(name);
      throw new CommandError(
        "BadValue",
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function filterList(name: string, value: Value): Doc[] {
  if (!Array.isArray(value)) throw new CommandError("BadValue", `${name} must be an array`);
  if (value.length === 0) throw new CommandError("BadValue", "$and/$or/$nor must be a nonempty array");
  return value.map(entry => {
    if (!(entry instanceof Doc))
      throw new CommandError("BadValue", "$or/$and/$nor entries need to be full objects");
    return entry;
  });
}

function unsupported(name: string): CommandError {
  return new CommandError("CommandNotSupported", `query operator ${name} is not supported by this server`);
}

function parseField(path: string, value: Value, variables: Variables | undefined): FilterNode {
  if (value instanceof Regex) return leaf(path, "$regex", value, regexTest(value));
  if (value instanceof Doc && isOperatorDoc(value)) return parseOperators(path, value, variables);
  return leaf(path, "$eq", value, comparisonTest("$eq", value));
}

/** Parses `{$gt: 1, $lt: 5}` for a path; the path is empty inside `$elemMatch` of values. */
export function parseOperators(path: string, operators: Doc, variables?: Variables): FilterNode {
  const children: FilterNode[] = [];
  for (const [operator, operand] of operators.entries()) {
    if (operator === "$options") {
      if (!operators.has("$regex")) throw new CommandError("BadValue", "$options needs a $regex");
      continue;
    }
    children.push(parseOperator(path, operator, operand, operators, variables));
  }
  return all(children);
}

function parseOperator(
  path: string,
  operator: string,
  operand: Value,
  siblings: Doc,
  variables: Variables | undefined,
): FilterNode {
  switch (operator) {
    case "$eq":
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return leaf(path, operator, operand, comparisonTest(operator, operand));
    case "$ne":
      if (operand instanceof Regex) throw new CommandError("BadValue", "Can't have regex as arg to $ne.");
      return { kind: "not", child: leaf(path, "$eq", operand, comparisonTest("$eq", operand)) };
    case "$in":
      return leaf(path, operator, operand, inTest("$in", operand));
    case "$nin":
      return { kind: "not", child: leaf(path, "$in", operand, inTest("$nin", operand)) };
    case "$exists":
      return parseExists(path, operand);
    case "$not":
      return parseNot(path, operand, variables);
    case "$regex":
      return parseRegex(path, operand, siblings.get("$options"));
    case "$all":
      return parseAll(path, operand, variables);
    case "$elemMatch":
      return parseElemMatch(path, operand, variables);
    default:
      return parseRareOperator(path, operator, operand);
  }
}

function parseRareOperator(path: string, operator: string, operand: Value): FilterNode {
  switch (operator) {
    case "$type":
      return leaf(path, operator, operand, typeTest(operand));
    case "$size":
      return { ...leaf(path, operator, operand, sizeTest(operand)), enterLeaf: false };
    case "$mod":
      return leaf(path, operator, operand, modTest(operand));
    case "$bitsAllSet":
    case "$bitsAllClear":
    case "$bitsAnySet":
    case "$bitsAnyClear":
      return leaf(path, operator, operand, bitsTest(operator, operand));
    default:
      if (UNSUPPORTED.has(operator)) throw unsupported(operator);
      throw new CommandError("BadValue", `unknown operator: ${operator}`);
  }
}

function leaf(path: string, operator: string, operand: Value, test: LeafNode["test"]): LeafNode {
  return { kind: "leaf", path, parts: path.split("."), operator, operand, enterLeaf: true, test };
}

function parseExists(path: string, operand: Value): FilterNode {
  const present = leaf(path, "$exists", true, existsTest);
  return isTruthy(operand) ? present : { kind: "not", child: present };
}

function parseNot(path: string, operand: Value, variables: Variables | undefined): FilterNode {
  if (operand instanceof Regex)
    return { kind: "not", child: leaf(path, "$regex", operand, regexTest(operand)) };
  if (!(operand instanceof Doc)) throw new CommandError("BadValue", "$not needs a regex or a document");
  if (operand.size === 0) throw new CommandError("BadValue", "$not cannot be empty");
  if (!isOperatorDoc(operand)) throw new CommandError("BadValue", `unknown operator: ${operand.keys[0]}`);
  return { kind: "not", child: parseOperators(path, operand, variables) };
}

function parseRegex(path: string, operand: Value, options: Value | undefined): FilterNode {
  if (options !== undefined && typeof options !== "string") {
    throw new CommandError("BadValue", "$options has to be a string");
  }
  if (operand instanceof Regex) {
    if (options !== undefined && operand.flags !== "") {
      throw new CommandError(51075, "options set in both $regex and $options");
    }
    const regex = options === undefined ? operand : new Regex(operand.pattern, options);
    return leaf(path, "$regex", regex, regexTest(regex));
  }
  if (typeof operand !== "string") throw new CommandError("BadValue", "$regex has to be a string");
  const regex = new Regex(operand, options ?? "");
  return leaf(path, "$regex", regex, regexTest(regex));
}

function parseAll(path: string, operand: Value, variables: Variables | undefined): FilterNode {
  if (!Array.isArray(operand)) throw new CommandError("BadValue", "$all needs an array");
  if (operand.length === 0) return { kind: "always", value: false };
  const elements = operand.map((value): FilterNode => {
    if (value instanceof Doc && value.keys[0] === "$elemMatch") {
      return parseElemMatch(path, value.get("$elemMatch") ?? null, variables);
    }
    if (value instanceof Doc && isOperatorDoc(value)) {
      throw new CommandError("BadValue", `no $ expressions in $all`);
    }
    return parseField(path, value, variables);
  });
  return all(elements);
}

function parseElemMatch(path: string, operand: Value, variables: Variables | undefined): FilterNode {
  if (!(operand instanceof Doc)) throw new CommandError("BadValue", "$elemMatch needs an Object");
  const first = operand.keys[0];
  const documents =
    !isOperatorDoc(operand) || first === "$and" || first === "$or" || first === "$nor" || first === "$expr";
  const child = documents ? parseFilter(operand, variables) : parseOperators("", operand, variables);
  return { kind: "elemMatch", path, parts: path.split("."), documents, child };
}
