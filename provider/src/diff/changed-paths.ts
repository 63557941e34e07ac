import type { Kind } from "@appstead/sdk";
import { nodeOf } from "@appstead/sdk/definition/schema";
import { traitsOf } from "@appstead/sdk/definition/traits";
import deepDiff from "deep-diff";
import { type Given, givenIn, mergeGiven, project } from "../properties/given";
import type { Schema } from "../properties/schema-type";
import { canonical } from "./canonical";

/** Path in the wire's names. */
export type Path = readonly (string | number)[];

/**
 * Paths at which a record differs from what the user wants. Asks whether what is wanted is contained in the record:
 * settings that the user does not mention count only when they were given before.
 */
export function changedPaths(kind: Kind, record: unknown, given: Given | undefined, wanted: unknown): Path[] {
  const mentioned = givenIn(kind.inputs, wanted);
  const relevant = given === undefined ? mentioned : mergeGiven(given, mentioned);
  return differences(kind.inputs, project(record, relevant), wanted);
}

/** Paths at which two pieces of data differ in meaning. */
export function differences(schema: Schema, left: unknown, right: unknown): Path[] {
  const found = deepDiff.diff(canonical(schema, left), canonical(schema, right)) ?? [];
  return found.map(change => {
    const path = change.path ?? [];
    return change.kind === "A" ? [...path, change.index] : path;
  });
}

/** Whether a change at a path forces replacement, because the field or one that holds it is immutable. */
export function isImmutable(schema: Schema, path: Path): boolean {
  if (traitsOf(schema)?.immutable) return true;
  const [step, ...rest] = path;
  if (step === undefined || traitsOf(schema)?.json) return false;
  const node = nodeOf(schema);
  if (node.type === "union") return node.options.some(option => isImmutable(option, path));
  if (node.type === "array") return isImmutable(node.element, rest);
  if (node.type === "record") return isImmutable(node.value, rest);
  const child = node.type === "object" ? node.shape[String(step)] : undefined;
  return child !== undefined && isImmutable(child, rest);
}
