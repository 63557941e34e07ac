import { Doc, type Value } from "../bson/value.js";

/** Told of a value at a path (`undefined`: missing) and of the outermost array element it was found in. */
export type PathTest = (value: Value | undefined, index: number | undefined) => boolean;

/**
 * Whether any value at a dotted path passes. Arrays on the way are entered element by element and, for a numeric
 * part, by position; an array at the end offers its elements and then itself (only itself without `enterLeaf`).
 */
export function someAtPath(doc: Doc, parts: readonly string[], enterLeaf: boolean, test: PathTest): boolean {
  return inDocument(doc, parts, 0, enterLeaf, test, undefined);
}

function inDocument(
  doc: Doc,
  parts: readonly string[],
  from: number,
  enterLeaf: boolean,
  test: PathTest,
  index: number | undefined,
): boolean {
  let current = doc;
  for (let i = from; i < parts.length; i++) {
    const value = current.get(parts[i] ?? "");
    if (Array.isArray(value)) return inArray(value, parts, i + 1, enterLeaf, test, index);
    if (i === parts.length - 1) return test(value, index);
    if (!(value instanceof Doc)) return test(undefined, index);
    current = value;
  }
  return test(current, index);
}

function inArray(
  array: Value[],
  parts: readonly string[],
  from: number,
  enterLeaf: boolean,
  test: PathTest,
  index: number | undefined,
): boolean {
  if (from === parts.length) {
    if (enterLeaf && array.some((element, i) => test(element, index ?? i))) return true;
    return test(array, index);
  }
  const part = parts[from];
  return array.some((element, i) => {
    if (element instanceof Doc && inDocument(element, parts, from, enterLeaf, test, index ?? i)) return true;
    if (part !== String(i)) return false;
    if (from + 1 === parts.length) return test(element, index);
    if (element instanceof Doc) return inDocument(element, parts, from + 1, enterLeaf, test, index);
    return Array.isArray(element) && inArray(element, parts, from + 1, enterLeaf, test, index);
  });
}
