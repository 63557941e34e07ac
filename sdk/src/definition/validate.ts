import type { z } from "zod";
import type { InputIssue, JsonObject, Kind } from "./kind";
import { issueMessages } from "./messages";
import { pairIssues } from "./references";
import { isOptional, nodeOf } from "./schema";
import { traitsOf } from "./traits";
import { chooseOption, isJsonObject } from "./walk";

/** Outcome of checking inputs. */
export type Checked =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly issues: InputIssue[] };

/**
 * Checks inputs of a kind strictly: shape, unknown keys (naming the nearest valid one), reference pairs, rules between fields.
 *
 * @param options.tolerateUnknownKeys drops keys that the kind does not have instead of reporting them, takes `null` and
 *   empty texts that an optional field cannot hold as not set, and accepts both halves of a reference pair; used for
 *   bodies of HTTP clients, which may send back what they read
 */
export function checkInputs(
  kind: Kind,
  inputs: unknown,
  options: { tolerateUnknownKeys?: boolean } = {},
): Checked {
  let parsed = kind.inputs.safeParse(inputs);
  if (!parsed.success && options.tolerateUnknownKeys) {
    parsed = kind.inputs.safeParse(withoutUnknownKeys(kind.inputs, inputs, isUnset));
  }
  if (!parsed.success)
    return {
      ok: false,
      issues: parsed.error.issues.flatMap(issue => issueMessages(kind.inputs, inputs, issue)),
    };
  const value = inOrderOf(inputs, parsed.data) as JsonObject;
  const pairs = pairIssues(kind, value, { allowBoth: options.tolerateUnknownKeys === true });
  const issues = [...pairs, ...(kind.verify?.(value) ?? [])];
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value };
}

/** Parsed data with its keys in the order in which they were given, so that a configuration comes back byte for byte. */
function inOrderOf(given: unknown, parsed: unknown): unknown {
  if (Array.isArray(given) && Array.isArray(parsed))
    return parsed.map((item, i) => inOrderOf(given[i], item));
  if (!isJsonObject(given) || !isJsonObject(parsed)) return parsed;
  const keys = new Set([
    ...Object.keys(given).filter(key => Object.hasOwn(parsed, key)),
    ...Object.keys(parsed),
  ]);
  return Object.fromEntries([...keys].map(key => [key, inOrderOf(given[key], parsed[key])]));
}

/** Whether a value stands for a field that is not set. */
function isUnset(schema: z.ZodType, value: unknown): boolean {
  return (value === null || value === "") && isOptional(schema) && !schema.safeParse(value).success;
}

/** Copy of data without the keys that its schema does not know, and without the fields that `isLeftOut` says. */
export function withoutUnknownKeys(
  schema: z.ZodType,
  data: unknown,
  isLeftOut: (field: z.ZodType, value: unknown) => boolean = () => false,
): unknown {
  const inside = (child: z.ZodType, value: unknown) => withoutUnknownKeys(child, value, isLeftOut);
  if (traitsOf(schema)?.json) return data;
  const node = nodeOf(schema);
  if (node.type === "array" && Array.isArray(data)) return data.map(item => inside(node.element, item));
  if (node.type === "union") {
    const option = chooseOption(node.options, node.discriminator, data);
    return option ? inside(option, data) : data;
  }
  if (!isJsonObject(data)) return data;
  if (node.type === "record") {
    return Object.fromEntries(Object.entries(data).map(([k, v]) => [k, inside(node.value, v)]));
  }
  if (node.type !== "object") return data;
  const known = Object.entries(data).flatMap(([key, value]) => {
    const child = node.shape[key];
    if (child) return isLeftOut(child, value) ? [] : [[key, inside(child, value)]];
    return node.keepsUnknownKeys ? [[key, value]] : [];
  });
  return Object.fromEntries(known);
}
