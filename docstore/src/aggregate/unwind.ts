import { isNullish } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { StageFactory } from "./stage.js";

interface Unwind {
  readonly path: readonly string[];
  readonly indexField: string | undefined;
  readonly keepEmpty: boolean;
}

/** One document per element of an array; a value that is no array is its only element. */
export const unwind: StageFactory = argument => {
  const spec = parse(argument);
  return function* unwinding(docs) {
    for (const doc of docs) yield* unwindDocument(doc, spec);
  };
};

function parse(argument: Value): Unwind {
  const path = argument instanceof Doc ? argument.get("path") : argument;
  const unknown =
    argument instanceof Doc
      ? argument.keys.find(key => !["path", "includeArrayIndex", "preserveNullAndEmptyArrays"].includes(key))
      : undefined;
  if (unknown !== undefined)
    throw new CommandError(28811, `unrecognized option to $unwind stage: ${unknown}`);
  if (typeof path !== "string")
    throw new CommandError(28808, "expected a string as the path for $unwind stage");
  if (!path.startsWith("$"))
    throw new CommandError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const indexField = argument instanceof Doc ? argument.get("includeArrayIndex") : undefined;
  if (
    indexField !== undefined &&
    (typeof indexField !== "string" || indexField === "" || indexField.startsWith("$"))
  ) {
    throw new CommandError(
      28822,
      "includeArrayIndex option to $unwind stage must be a non-empty string without a '$'",
    );
  }
  const keepEmpty = argument instanceof Doc && argument.get("preserveNullAndEmptyArrays") === true;
  return {
    path: path.slice(1).split("."),
    indexField: typeof indexField === "string" ? indexField : undefined,
    keepEmpty,
  };
}

function* unwindDocument(doc: Doc, spec: Unwind): Generator<Doc> {
  const value = valueAt(doc, spec.path);
  if (Array.isArray(value) && value.length > 0) {
    for (const [i, element] of value.entries())
      yield withIndex(replaceAt(doc, spec.path, element), spec, BigInt(i));
  } else if (Array.isArray(value)) {
    if (spec.keepEmpty) yield withIndex(replaceAt(doc, spec.path, undefined), spec, null);
  } else if (!isNullish(value) || spec.keepEmpty) {
    yield withIndex(doc, spec, null);
  }
}

function withIndex(doc: Doc, spec: Unwind, index: bigint | null): Doc {
  return spec.indexField === undefined ? doc : replaceAt(doc, spec.indexField.split("."), index);
}

function valueAt(doc: Doc, path: readonly string[]): Value | undefined {
  let value: Value | undefined = doc;
  for (const name of path) value = value instanceof Doc ? value.get(name) : undefined;
  return value;
}

function replaceAt(doc: Doc, path: readonly string[], value: Value | undefined): Doc {
  const [name = "", ...rest] = path;
  const copy = doc.copy();
  const child = copy.get(name);
  const replaced =
    rest.length === 0 ? value : replaceAt(child instanceof Doc ? child : new Doc(), rest, value);
  if (replaced === undefined) copy.delete(name);
  else copy.set(name, replaced);
  return copy;
}
