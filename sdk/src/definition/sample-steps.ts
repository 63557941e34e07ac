import { isDeepStrictEqual } from "node:util";
import { type Field, inputFields } from "./fields";
import type { JsonObject, Kind } from "./kind";
import { nodeOf } from "./schema";
import { traitsOf } from "./traits";
import { isJsonObject } from "./walk";

/** Complete inputs of a variant that differ from its full sample in one field, and in what that field entails. */
export interface SampleStep {
  /** Dotted path of the field, with `[]` for elements of lists and `{}` for values of maps. */
  readonly field: string;
  readonly inputs: JsonObject;
  /** Whether the change forces replacement. */
  readonly replaces: boolean;
}

/**
 * One step for every field of a variant, taken from its samples: an own step of the field where there is one,
 * else the full sample with the field's value of `update` or `replace`.
 * Single-valued fields, such as the discriminator, have none.
 */
export function sampleSteps(kind: Kind, variant: string): SampleStep[] {
  return changeableFields(kind, variant).flatMap(field => {
    const inputs = inputsThatChange(kind, variant, field);
    return inputs ? [{ field: field.path.join("."), inputs, replaces: forcesReplacement(kind, field) }] : [];
  });
}

/** Fields of a variant that no sample changes; empty when its samples are complete. */
export function unchangedFields(kind: Kind, variant: string): string[] {
  const changed = new Set(sampleSteps(kind, variant).map(step => step.field));
  return changeableFields(kind, variant)
    .map(field => field.path.join("."))
    .filter(path => !changed.has(path));
}

function changeableFields(kind: Kind, variant: string): Field[] {
  const seen = new Set<string>();
  return inputFields(kind, kind.variantField === undefined ? undefined : variant).filter(field => {
    const path = field.path.join(".");
    const node = nodeOf(field.schema);
    const group = node.type === "object" || (node.type === "union" && node.discriminator !== undefined);
    if (seen.has(path) || (group && traitsOf(field.schema)?.json !== true)) return false;
    // A literal of a nested union changes with the union's option, that of a variant never does.
    if (node.type === "literal" && node.values.length === 1 && field.path.length === 1) return false;
    seen.add(path);
    return true;
  });
}

function inputsThatChange(kind: Kind, variant: string, field: Field): JsonObject | undefined {
  const samples = kind.samples[variant];
  if (!samples) return undefined;
  const full = samples.full as JsonObject;
  const own = samples.steps?.[field.path.join(".")];
  const candidates = own
    ? [own]
    : [samples.update, samples.replace].map(source => overlay(full, source, field.path));
  return candidates.find(
    (inputs): inputs is JsonObject =>
      isJsonObject(inputs) && !isDeepStrictEqual(at(full, field.path), at(inputs, field.path)),
  );
}

function forcesReplacement(kind: Kind, field: Field): boolean {
  const ancestors = field.path.map((_, index) => field.path.slice(0, index + 1).join("."));
  return inputFields(kind, field.variant).some(
    other => other.traits?.immutable === true && ancestors.includes(other.path.join(".")),
  );
}

/** Everything that a path leads to. */
function at(data: unknown, path: readonly string[]): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return [data];
  if (step === "[]") return Array.isArray(data) ? data.flatMap(item => at(item, rest)) : [];
  if (!isJsonObject(data)) return [];
  if (step === "{}") return Object.values(data).flatMap(value => at(value, rest));
  return data[step] === undefined ? [] : at(data[step], rest);
}

/** Copy of `target` that has the values of `source` where a path leads. */
function overlay(target: unknown, source: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return source;
  if (step === "[]") {
    if (!Array.isArray(target) || !Array.isArray(source)) return target;
    return target.map((item, index) => (index < source.length ? overlay(item, source[index], rest) : item));
  }
  if (!isJsonObject(target) || !isJsonObject(source)) return target;
  const keys = step === "{}" ? Object.keys(target).filter(key => key in source) : [step];
  const changed = keys.map(key => [key, overlay(target[key], source[key], rest)]);
  const merged: JsonObject = { ...target, ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
}
