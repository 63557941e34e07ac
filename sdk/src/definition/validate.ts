import { z } from "zod";
import type { InputIssue, JsonObject, Kind } from "./kind";
import { nearest } from "./nearest";
import { pairIssues } from "./references";
import { nodeOf } from "./schema";
import { chooseOption, isJsonObject } from "./walk";

/** Outcome of checking inputs. */
export type Checked = { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly issues: InputIssue[] };

/**
 * Checks inputs of a kind strictly: shape, unknown keys (naming the nearest valid one), reference pairs, rules between fields.
 *
 * @param options.tolerateUnknownKeys drops keys that the kind does not have instead of reporting them; used for
 *   bodies of HTTP clients, which may send back what they read
 */
export function checkInputs(kind: Kind, inputs: unknown, options: { tolerateUnknownKeys?: boolean } = {}): Checked {
  let parsed = kind.inputs.safeParse(inputs);
  if (!parsed.success && options.tolerateUnknownKeys) {
    parsed = kind.inputs.safeParse(withoutUnknownKeys(kind.inputs, inputs));
  }
  if (!parsed.success) return { ok: false, issues: parsed.error.issues.flatMap(issue => describe(kind.inputs, inputs, issue)) };
  const value = parsed.data as JsonObject;
  const issues = [...pairIssues(kind, value), ...(kind.verify?.(value) ?? [])];
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value };
}

/** Copy of data without the keys that its schema does not know. */
export function withoutUnknownKeys(schema: z.ZodType, data: unknown): unknown {
  const node = nodeOf(schema);
  if (node.type === "array" && Array.isArray(data)) return data.map(item => withoutUnknownKeys(node.element, item));
  if (node.type === "union") {
    const option = chooseOption(node.options, node.discriminator, data);
    return option ? withoutUnknownKeys(option, data) : data;
  }
  if (!isJsonObject(data)) return data;
  if (node.type === "record") {
    return Object.fromEntries(Object.entries(data).map(([k, v]) => [k, withoutUnknownKeys(node.value, v)]));
  }
  if (node.type !== "object") return data;
  const known = Object.entries(data).flatMap(([key, value]) => {
    const child = node.shape[key];
    if (child) return [[key, withoutUnknownKeys(child, value)]];
    return node.keepsUnknownKeys ? [[key, value]] : [];
  });
  return Object.fromEntries(known);
}

function describe(root: z.ZodType, inputs: unknown, issue: z.core.$ZodIssue): InputIssue[] {
  const path = issue.path.map(part => (typeof part === "symbol" ? String(part) : part));
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(root, inputs, path);
    return issue.keys.map(key => {
      const hint = nearest(key, known);
      return { path: [...path, key], message: `unknown property "${key}"${hint ? `, did you mean "${hint}"?` : ""}` };
    });
  }
  if (issue.code === "invalid_value" && issue.values.length > 1) {
    return [{ path, message: `must be one of ${issue.values.map(v => JSON.stringify(v)).join(", ")}` }];
  }
  if (issue.code === "invalid_union" && "discriminator" in issue && issue.path.length === 0) {
    return [{ path, message: `must be one of ${variantTags(root, String(issue.discriminator)).join(", ")}` }];
  }
  if (issue.code === "invalid_type" && valueAt(inputs, path) === undefined) return [{ path, message: "is required" }];
  return [{ path, message: issue.message }];
}

function valueAt(data: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isJsonObject(value) ? value[String(key)] : undefined;
  }, data);
}

function keysAt(root: z.ZodType, inputs: unknown, path: readonly (string | number)[]): string[] {
  let schema: z.ZodType | undefined = root;
  let data: unknown = inputs;
  for (const step of [...path, undefined]) {
    let node: ReturnType<typeof nodeOf> | undefined = schema && nodeOf(schema);
    while (node?.type === "union") {
      const option = chooseOption(node.options, node.discriminator, data);
      node = option && nodeOf(option);
    }
    if (step === undefined) return node?.type === "object" ? Object.keys(node.shape) : [];
    if (node?.type === "object") schema = node.shape[String(step)];
    else if (node?.type === "array") schema = node.element;
    else schema = node?.type === "record" ? node.value : undefined;
    data = valueAt(data, [step]);
  }
  return [];
}

function variantTags(root: z.ZodType, discriminator: string | undefined): string[] {
  const node = nodeOf(root);
  if (node.type !== "union" || discriminator === undefined) return [];
  return node.options.flatMap(option => {
    const inner = nodeOf(option);
    const tag = inner.type === "object" ? inner.shape[discriminator] : undefined;
    const literal = tag && nodeOf(tag);
    return literal?.type === "literal" ? literal.values.map(v => JSON.stringify(v)) : [];
  });
}
