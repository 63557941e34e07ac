import type { z } from "zod";
import type { Kind } from "./kind";
import { perObject } from "./per-object";
import { isOptional, nodeOf } from "./schema";
import { type FieldTraits, traitsOf } from "./traits";

/** A field of a kind, at any depth. */
export interface Field {
  /** Path in the wire's names; `[]` stands for the elements of a list, `{}` for the values of a map with the user's keys. */
  readonly path: readonly string[];
  readonly schema: z.ZodType;
  readonly traits: FieldTraits | undefined;
  readonly optional: boolean;
  /** Value of the discriminator, when only that variant has the field. */
  readonly variant?: string;
}

/** Every field of a schema, depth first; JSON-valued fields are leaves. Recursive schemas are entered once. */
export function fieldsOf(schema: z.ZodType): Field[] {
  const found: Field[] = [];
  collect(schema, [], undefined, new Set(), found);
  return found;
}

/** Fields of a kind's inputs; with `variant` only those that this variant has. */
export function inputFields(kind: Kind, variant?: string): Field[] {
  return fieldsOf(kind.inputs).filter(
    f => f.variant === undefined || variant === undefined || f.variant === variant,
  );
}

function collect(
  schema: z.ZodType,
  path: string[],
  variant: string | undefined,
  open: Set<unknown>,
  out: Field[],
): void {
  const traits = traitsOf(schema);
  if (traits?.json) return;
  const node = nodeOf(schema);
  if (node.type === "array") {
    collect(node.element, [...path, "[]"], variant, open, out);
  } else if (node.type === "record") {
    collect(node.value, [...path, "{}"], variant, open, out);
  } else if (node.type === "union") {
    for (const option of node.options) {
      const tag = variantOf(option, path.length ? undefined : node.discriminator);
      collect(option, path, tag ?? variant, open, out);
    }
  } else if (node.type === "object" && !open.has(node.shape)) {
    open.add(node.shape);
    for (const [key, child] of Object.entries(node.shape)) {
      const own = [...path, key];
      const field = { path: own, schema: child, traits: traitsOf(child), optional: isOptional(child) };
      out.push(variant === undefined ? field : { ...field, variant });
      collect(child, own, variant, open, out);
    }
    open.delete(node.shape);
  }
}

function variantOf(option: z.ZodType, discriminator: string | undefined): string | undefined {
  if (discriminator === undefined) return undefined;
  const node = nodeOf(option);
  const tag = node.type === "object" ? node.shape[discriminator] : undefined;
  const literal = tag && nodeOf(tag);
  return literal?.type === "literal" ? String(literal.values[0]) : undefined;
}

/** Names of the variants of a kind, or `["default"]`. */
export function variantsOf(kind: Kind): string[] {
  return Object.keys(kind.samples);
}

/** Path parameters of a kind beside `groupId`, in order: `["appId", "serviceId"]`. */
export const parentParameters = perObject((kind: Kind): readonly string[] =>
  [...kind.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? "").filter(p => p !== "groupId"),
);
