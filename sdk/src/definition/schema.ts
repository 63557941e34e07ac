import type { z } from "zod";
import { perObject } from "./per-object";

/** The parts of zod's internal definition that the definition language looks at. */
interface SchemaDef {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly discriminator?: string;
  readonly catchall?: z.ZodType;
  readonly values?: readonly unknown[];
  readonly entries?: Record<string, string | number>;
}

function defOf(schema: z.ZodType): SchemaDef {
  return schema._zod.def as unknown as SchemaDef;
}

/** The schema directly under a wrapper (`optional`, `nullable`, `default`, `pipe`, `lazy` …), if it is one. */
export function innerSchema(schema: z.ZodType): z.ZodType | undefined {
  const def = defOf(schema);
  return def.innerType ?? def.in ?? (def.type === "lazy" ? def.getter?.() : undefined);
}

/** The schema under all wrappers. */
export function unwrapSchema(schema: z.ZodType): z.ZodType {
  let current = schema;
  for (let inner = innerSchema(current); inner; inner = innerSchema(current)) current = inner;
  return current;
}

/** Whether a value may be left out. */
export function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

/** What a schema is made of, in the words of the definition language. */
export type SchemaNode =
  | {
      readonly type: "object";
      readonly shape: Readonly<Record<string, z.ZodType>>;
      readonly keepsUnknownKeys: boolean;
    }
  | { readonly type: "array"; readonly element: z.ZodType }
  | { readonly type: "record"; readonly value: z.ZodType }
  | { readonly type: "union"; readonly options: readonly z.ZodType[]; readonly discriminator?: string }
  | { readonly type: "literal"; readonly values: readonly unknown[] }
  | { readonly type: "leaf"; readonly name: string };

/** Describes the unwrapped schema; enums are literals with several values. */
export const nodeOf = perObject((schema: z.ZodType): SchemaNode => {
  const def = defOf(unwrapSchema(schema));
  if (def.type === "object" && def.shape) {
    const keepsUnknownKeys = def.catchall !== undefined && defOf(def.catchall).type !== "never";
    return { type: "object", shape: def.shape, keepsUnknownKeys };
  }
  if (def.type === "array" && def.element) return { type: "array", element: def.element };
  if (def.type === "record" && def.valueType) return { type: "record", value: def.valueType };
  if (def.type === "union" && def.options) {
    return def.discriminator === undefined
      ? { type: "union", options: def.options }
      : { type: "union", options: def.options, discriminator: def.discriminator };
  }
  if (def.type === "literal") return { type: "literal", values: def.values ?? [] };
  if (def.type === "enum") return { type: "literal", values: Object.values(def.entries ?? {}) };
  return { type: "leaf", name: def.type };
});
