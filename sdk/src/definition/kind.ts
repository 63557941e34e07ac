import type { z } from "zod";
import type { KindName } from "./traits";

/** A JSON object of unknown shape. */
export type JsonObject = Record<string, unknown>;

/**
 * How the objects of a kind live under their parent:
 * - `collection`: created with POST, read by id;
 * - `listed`: created with POST, readable only through the list;
 * - `singleton`: at most one under its parent, without an id in its path;
 * - `section`: part of another object's record; its id is that object's id.
 */
export type Shape = "collection" | "listed" | "singleton" | "section";

/** One HTTP operation of a kind. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the kind's path: empty, `/{id}` or `/{id}/enable`. */
  readonly path: string;
  /** Status of success. */
  readonly status: number;
  /**
   * What the response holds: the whole record, some of its keys, or nothing.
   * With `Prefer: return=representation` every write answers with the whole record (201 or 200).
   */
  readonly returns: "record" | readonly string[] | "nothing" | "empty object";
  /** Whether the request body also carries the object's `_id`. */
  readonly sendsId?: boolean;
}

/** The operations of a kind; those that a shape does not have are absent. */
export interface Operations {
  readonly list?: Operation;
  readonly create: Operation;
  readonly read?: Operation;
  readonly update: Operation;
  readonly delete: Operation;
  readonly enable?: Operation;
  readonly disable?: Operation;
}

/** A reference to an object of another kind that field traits cannot express. */
export interface Reference {
  readonly kind: KindName;
  readonly by: "id" | "name";
  readonly value: string;
  /** Path of the field that holds it, for messages. */
  readonly path: string;
}

/**
 * Inputs that serve as documentation example, contract fixture and acceptance steps.
 * Ids of other objects are written with {@link idOf}.
 */
export interface Samples<I> {
  /** Only what is required. */
  readonly minimal: I;
  /** Every field that can be set together. */
  readonly full: I;
  /** Differs from `full` in every field that can be changed in place. */
  readonly update: I;
  /** Differs from `full` in every field whose change forces replacement. */
  readonly replace?: I;
  /** Complete inputs that change the named field, where it cannot be taken from `update` or `replace` alone. */
  readonly steps?: Readonly<Record<string, I>>;
}

/** Everything that is known of a kind of app configuration, declared once. */
export interface Kind<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly name: KindName;
  /** Kebab-case name of its file, reference page and dynamic provider module. */
  readonly slug: string;
  /** Name used in messages, for example `auth provider`. */
  readonly title: string;
  /** One or two sentences for docstrings and the reference page. */
  readonly description: string;
  /** Sections of the specification. */
  readonly source: string;
  readonly shape: Shape;
  /** Path of the collection (or of the singleton or record) below the Admin API base, with `{groupId}`, `{appId}` … */
  readonly path: string;
  readonly operations: Operations;
  /** What a user may set; strict: unknown keys are errors. */
  readonly inputs: I;
  /** What the service returns; tolerant: unknown keys are dropped. */
  readonly outputs: O;
  /** Keys of a list entry; the whole record when absent. */
  readonly listKeys?: readonly string[];
  /** Dotted paths of the inputs that identify an object among its siblings; used by `adopt` and for duplicates. */
  readonly naturalKey: readonly string[];
  /** Error codes of the service for this kind. */
  readonly errorCodes: { readonly notFound?: string; readonly alreadyExists?: string };
  /** Whether writes go into the user's draft when there is one. */
  readonly drafted: boolean;
  /** A replacement must delete the old object first, because siblings may not share the natural key. */
  readonly deleteBeforeReplace: boolean;
  /** Field that separates variants (`type`). */
  readonly variantField?: string;
  /** Variants that exist on every fresh app: create adopts them, delete disables them. */
  readonly preexisting?: (inputs: z.output<I>) => boolean;
  /** Body of a write; default: the inputs. */
  readonly encode?: (inputs: z.output<I>, operation: "create" | "update" | "delete") => unknown;
  /** Record inside a response body; `undefined` when the object is not there. Default: the body. */
  readonly decode?: (body: JsonObject) => JsonObject | undefined;
  /**
   * What an update with PATCH makes of the stored record.
   * Default: every top-level key of the body replaces that key of the record.
   */
  readonly merge?: (stored: JsonObject, body: JsonObject) => JsonObject;
  /** Pure completion of a record before it is stored, for example mirrored fields. */
  readonly normalize?: (record: JsonObject) => JsonObject;
  /** References that traits cannot express, for example names inside expressions. */
  readonly references?: (inputs: JsonObject) => readonly Reference[];
  /** Rules between fields; messages name the field and say what to do. */
  readonly verify?: (inputs: z.output<I>) => readonly InputIssue[];
  /** Warning for deprecated use. */
  readonly deprecation?: (inputs: z.output<I>) => string | undefined;
  /** Samples by variant; kinds without variants use `default`. */
  readonly samples: Readonly<Record<string, Samples<z.input<I>>>>;
}

/** One thing wrong with inputs. */
export interface InputIssue {
  /** Path of the field in the wire's names. */
  readonly path: readonly (string | number)[];
  /** What is wrong and what to do. */
  readonly message: string;
}

/** Declares a kind; keeps the types of its inputs and outputs. */
export function defineKind<I extends z.ZodType, O extends z.ZodType>(kind: Kind<I, O>): Kind<I, O> {
  return kind;
}

const idPlaceholder = /^<(\w+):([^>]+)>$/;

/** Stands in samples for the id of the object of a kind with a natural key, for example `idOf("Function", "greet")`. */
export function idOf(kind: KindName, key: string): string {
  return `<${kind}:${key}>`;
}

/** Reads a placeholder made by {@link idOf}. */
export function parseIdOf(text: string): { kind: string; key: string } | undefined {
  const match = idPlaceholder.exec(text);
  return match?.[1] && match[2] ? { kind: match[1], key: match[2] } : undefined;
}

/** Type of a kind's resources in Pulumi state and policies; part of the public contract, never renamed. */
export function pulumiType(kind: KindName): string {
  return `pulumi-nodejs:dynamic/appstead:${kind}`;
}
