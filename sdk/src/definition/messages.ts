import type { z } from "zod";
import type { InputIssue } from "./kind";
import { nearest } from "./nearest";
import { nodeOf, type SchemaNode } from "./schema";
import { chooseOption, isJsonObject } from "./walk";

type Path = readonly (string | number)[];

/** Puts an issue of a failed parse into words that name the field, what is wrong and what is allowed. */
export function issueMessages(root: z.ZodType, inputs: unknown, issue: z.core.$ZodIssue): InputIssue[] {
  const path = issue.path.map(part => (typeof part === "symbol" ? String(part) : part));
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(root, inputs, path);
    return issue.keys.map(key => {
      const hint = nearest(key, known);
      const advice = hint ? `did you mean "${hint}"?` : `known are ${known.join(", ")}`;
      return { path: [...path, key], message: `unknown property "${key}", ${advice}` };
    });
  }
  return [{ path, message: messageOf(issue, valueAt(inputs, path)) }];
}

function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "invalid_value")
    return (value === undefined ? "is required: " : "") + oneOf(issue.values, value);
  if (issue.code === "invalid_union" && issue.discriminator !== undefined) {
    const tags = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
    return (value === undefined ? "is required: " : "") + oneOf(tags, value);
  }
  if (value === undefined && (issue.code === "invalid_type" || issue.code === "invalid_union"))
    return "is required";
  if (issue.code === "invalid_type") return `must be ${typeName(issue.expected)}, not ${valueName(value)}`;
  if (issue.code === "invalid_union") {
    const expected = issue.errors
      .flat()
      .flatMap(one => (one.code === "invalid_type" && one.path.length === 0 ? [one.expected] : []));
    const deeper = issue.errors.flat().find(one => one.path.length > 0 || one.code !== "invalid_type");
    if (expected.length < issue.errors.length && deeper) return deeper.message;
    return `must be ${[...new Set(expected.map(typeName))].join(" or ")}, not ${valueName(value)}`;
  }
  return issue.message;
}

function oneOf(allowed: readonly unknown[], value: unknown): string {
  const names = allowed.map(String);
  const hint = typeof value === "string" ? nearest(value, names) : undefined;
  const list = allowed.map(one => JSON.stringify(one)).join(", ");
  return `must be ${allowed.length > 1 ? "one of " : ""}${list}${hint ? `; did you mean "${hint}"?` : ""}`;
}

function typeName(expected: string): string {
  if (expected === "record" || expected === "object") return "an object";
  if (expected === "array") return "a list";
  if (expected === "int") return "a whole number";
  return expected === "null" ? "null" : `a ${expected}`;
}

function valueName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isFinite(value)) return "one that is too large";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isJsonObject(value) ? value[String(key)] : undefined;
  }, data);
}

/** Keys of the object schema at a path, with unions resolved by the data. */
function keysAt(root: z.ZodType, inputs: unknown, path: Path): string[] {
  let node: SchemaNode | undefined = resolve(root, inputs);
  path.forEach((step, index) => {
    const child = node && childOf(node, step);
    node = child && resolve(child, valueAt(inputs, path.slice(0, index + 1)));
  });
  return node?.type === "object" ? Object.keys(node.shape) : [];
}

function childOf(node: SchemaNode, step: string | number): z.ZodType | undefined {
  if (node.type === "object") return node.shape[String(step)];
  if (node.type === "array") return node.element;
  return node.type === "record" ? node.value : undefined;
}

function resolve(schema: z.ZodType, data: unknown): SchemaNode | undefined {
  const node = nodeOf(schema);
  if (node.type !== "union") return node;
  const option = chooseOption(node.options, node.discriminator, data);
  return option && resolve(option, data);
}
