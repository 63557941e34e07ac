import { Doc, type Value } from "../bson/value.js";

/** The value at a path; through an array it is the array of what its elements have there. Positions do not count. */
export function fieldPath(value: Value | undefined, path: readonly string[], from = 0): Value | undefined {
  let current = value;
  for (let i = from; i < path.length; i++) {
    if (Array.isArray(current)) {
      return current.flatMap(element => {
        const found = fieldPath(element, path, i);
        return found === undefined ? [] : [found];
      });
    }
    if (!(current instanceof Doc)) return undefined;
    current = current.get(path[i] ?? "");
  }
  return current;
}
