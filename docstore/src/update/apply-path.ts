import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { display } from "../storage/duplicate-key.js";
import { type Change, KEEP, REMOVE } from "./modifier.js";

/** Which elements `$[identifier]` stands for. */
export type ElementFilters = ReadonlyMap<string, (element: Value) => boolean>;

export interface PathTarget {
  readonly parts: readonly string[];
  readonly lenient: boolean;
  readonly position: number | undefined;
  readonly filters: ElementFilters;
  modify(current: Value | undefined, path: string): Change;
}

/** Changes what a path names inside `doc`, in place; `$`, `$[]` and `$[id]` are resolved on the way. */
export function applyAtPath(doc: Doc, target: PathTarget): void {
  const change = step(doc, 0, "", target);
  if (change !== KEEP && change !== REMOVE && change !== doc)
    throw new TypeError("the root document was replaced");
}

/** The new value of a container (or of the field itself) after the rest of the path has been applied below it. */
function step(value: Value | undefined, depth: number, at: string, target: PathTarget): Change {
  if (depth === target.parts.length) return target.modify(value, at);
  const part = target.parts[depth] ?? "";
  if (isElements(part)) return stepElements(value, part, depth, at, target);
  if (value instanceof Doc) return stepDocument(value, part, depth, at, target);
  if (Array.isArray(value)) return stepArray(value, part, depth, at, target);
  if (value !== undefined) {
    if (target.lenient) return KEEP;
    const name = target.parts[depth - 1] ?? "";
    throw new CommandError(
      "PathNotViable",
      `Cannot create field '${part}' in element {${name}: ${display(value)}}`,
    );
  }
  const change = step(undefined, depth + 1, join(at, part), target);
  if (change === KEEP || change === REMOVE) return KEEP;
  const created = new Doc();
  created.push(part, change);
  return created;
}

/** `$`, `$[]` and `$[id]`; any other name that starts with a dollar is a name. */
function isElements(part: string): boolean {
  return part === "$" || (part.startsWith("$[") && part.endsWith("]"));
}

function stepDocument(doc: Doc, part: string, depth: number, at: string, target: PathTarget): Change {
  const change = step(doc.get(part), depth + 1, join(at, part), target);
  if (change === REMOVE) doc.delete(part);
  else if (change !== KEEP) doc.set(part, change);
  return change === KEEP ? KEEP : doc;
}

const MAX_PADDING = 1_500_000;

function stepArray(array: Value[], part: string, depth: number, at: string, target: PathTarget): Change {
  if (!/^(0|[1-9]\d*)$/.test(part)) {
    if (target.lenient) return KEEP;
    const name = target.parts[depth - 1] ?? "";
    throw new CommandError(
      "PathNotViable",
      `Cannot create field '${part}' in element {${name}: ${display(array)}}`,
    );
  }
  const index = Number(part);
  return setElement(array, index, step(array[index], depth + 1, join(at, part), target));
}

function setElement(array: Value[], index: number, change: Change): Change {
  if (change === KEEP) return KEEP;
  if (change === REMOVE) {
    // Taking an element away would move those behind it: null takes its place.
    if (index < array.length) array[index] = null;
    return array;
  }
  if (index - array.length > MAX_PADDING)
    throw new CommandError("BadValue", "can't backfill more than 1500000 elements");
  while (array.length < index) array.push(null);
  array[index] = change;
  return array;
}

function stepElements(
  value: Value | undefined,
  part: string,
  depth: number,
  at: string,
  target: PathTarget,
): Change {
  if (part === "$") {
    if (target.position === undefined) {
      throw new CommandError(
        "BadValue",
        "The positional operator did not find the match needed from the query.",
      );
    }
    const name = String(target.position);
    const resolved = { ...target, modify: target.modify, parts: target.parts.with(depth, name) };
    return step(value, depth, at, resolved);
  }
  if (value === undefined) {
    throw new CommandError(
      "BadValue",
      `The path '${at}' must exist in the document in order to apply array updates.`,
    );
  }
  if (!Array.isArray(value)) {
    throw new CommandError(
      "BadValue",
      `Cannot apply array updates to non-array element ${at}: ${display(value)}`,
    );
  }
  const matches = part === "$[]" ? undefined : target.filters.get(part.slice(2, -1));
  let changed = false;
  for (const [i, element] of value.entries()) {
    if (matches?.(element) === false) continue;
    changed = setElement(value, i, step(element, depth + 1, join(at, String(i)), target)) !== KEEP || changed;
  }
  return changed ? value : KEEP;
}

function join(path: string, part: string): string {
  return path === "" ? part : `${path}.${part}`;
}
