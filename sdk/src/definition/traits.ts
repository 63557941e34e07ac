import { z } from "zod";
import { perObject } from "./per-object";
import { innerSchema } from "./schema";

/** Names of the kinds of app configuration, as Pulumi classes and messages use them. */
export type KindName =
  | "App"
  | "AuthProvider"
  | "CustomResolver"
  | "DataSource"
  | "DefaultRule"
  | "Function"
  | "LogForwarder"
  | "Rule"
  | "Schema"
  | "Secret"
  | "SyncConfig"
  | "Trigger"
  | "Value";

/** A field that points at an object of another kind. */
export interface RefTrait {
  /** Kind that is pointed at. */
  readonly kind: KindName;
  /** Whether the field holds the object's `_id` or its name. */
  readonly by: "id" | "name";
  /** The other field of the pair (`function_name` beside `function_id`); exactly one of a pair is given. */
  readonly sibling?: string;
  /** Whether one field of the pair must be given. Default: true. */
  readonly required?: boolean;
}

/** What is true of a field beside its shape. Set by {@link field}, read by {@link traitsOf}. */
export interface FieldTraits {
  /** One sentence for docstrings and reference pages. */
  readonly description: string;
  /** Value that the service uses when the field is not set, as documentation text. */
  readonly default?: string;
  /** Unit of a number, for example `days`. */
  readonly unit?: string;
  /** Section of the specification that the field comes from. */
  readonly source?: string;
  /** A change forces replacement. */
  readonly immutable?: boolean;
  /** Only returned; ignored when sent. */
  readonly readOnly?: boolean;
  /** Sent and never returned: a secret. */
  readonly writeOnly?: boolean;
  /** Returned only by the operation that creates the object. */
  readonly once?: boolean;
  /** A list whose order carries no meaning. */
  readonly unordered?: boolean;
  /** Source code: differences are shown line by line. */
  readonly text?: boolean;
  /** Any JSON value or a JSON document of the user: its keys are never renamed and it is compared as data. */
  readonly json?: boolean;
  /** JSON expression of the rule language; functions that it names are references. */
  readonly expression?: boolean;
  /** Points at an object of another kind; on a list or a map it holds for every element. */
  readonly ref?: RefTrait;
  /** Name of the argument in Pulumi where it is not the wire's name in camelCase. */
  readonly argName?: string;
  /** Why the field is deprecated and what to use instead. */
  readonly deprecated?: string;
}

const registry = z.registry<FieldTraits>();

/**
 * Attaches traits to a fresh clone of a schema, so that two fields never share them.
 *
 * @param schema any zod schema; wrap it in `optional()` or `nullable()` before or after
 */
export function field<T extends z.ZodType>(schema: T, traits: FieldTraits): T {
  const own = schema.clone() as T;
  registry.add(own, traits);
  return own;
}

/** Traits of a field, looked for under `optional`, `nullable`, `default` and pipes; `undefined` when it has none. */
export const traitsOf = perObject((schema: z.ZodType): FieldTraits | undefined => {
  for (let current: z.ZodType | undefined = schema; current; current = innerSchema(current)) {
    const traits = registry.get(current);
    if (traits) return traits;
  }
  return undefined;
});
