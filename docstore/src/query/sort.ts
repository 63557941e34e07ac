import { toDouble } from "../bson/exact.js";
import { compareValues } from "../bson/order.js";
import { isNumeric } from "../bson/type.js";
import type { Doc, Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { fieldValues } from "../storage/index-keys.js";

export interface SortField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

const MAX_SORT_FIELDS = 32;

/** Parses `{a: 1, "b.c": -1}`; an empty document is no order. */
export function parseSort(spec: Doc): SortField[] {
  if (spec.size > MAX_SORT_FIELDS)
    throw new CommandError(
      13103,
      `too many compound keys: at most ${MAX_SORT_FIELDS} fields can be sorted by`,
    );
  return [...spec.entries()].map(([path, direction]) => {
    if (path.startsWith("$")) {
      throw new CommandError(
        "BadValue",
        `FieldPath field names may not start with '$'. Consider using $getField or $setField: ${path}`,
      );
    }
    if (!isNumeric(direction) || Math.abs(toDouble(direction)) !== 1) {
      throw new CommandError(
        15975,
        `$sort key ordering must be 1 (for ascending) or -1 (for descending): ${path}`,
      );
    }
    return { path, parts: path.split("."), descending: toDouble(direction) < 0 };
  });
}

/**
 * What a document is sorted by: the first of the keys that an index over the fields would hold. So the least element
 * of an array stands for it in ascending order, the greatest in descending, and fields of one array belong together.
 */
export function sortKey(fields: readonly SortField[], doc: Doc): Value[] {
  const keys = indexValues(fields, doc).map(values => values.map(value => value ?? null));
  return keys.reduce((best, key) => (compareSortKeys(fields, key, best) < 0 ? key : best));
}

function indexValues(fields: readonly SortField[], doc: Doc): (Value | undefined)[][] {
  try {
    return fieldValues(doc, fields);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError("BadValue", "cannot sort with keys that are parallel arrays");
  }
}

export function compareSortKeys(
  fields: readonly SortField[],
  a: readonly Value[],
  b: readonly Value[],
): number {
  for (let i = 0; i < fields.length; i++) {
    const order = compareValues(a[i] ?? null, b[i] ?? null);
    if (order !== 0) return fields[i]?.descending ? -order : order;
  }
  return 0;
}

const MAX_SORT_BYTES = 100 * 1024 * 1024;

/** Sorts a stream in memory, stably; with a limit only that many are kept. `sizeOf` counts towards 100 MB. */
export function sortStream<T>(
  items: Iterable<T>,
  fields: readonly SortField[],
  docOf: (item: T) => Doc,
  sizeOf: (item: T) => number,
  limit = Number.POSITIVE_INFINITY,
): T[] {
  let kept: { item: T; key: Value[] }[] = [];
  let bytes = 0;
  const prune = (): void => {
    kept.sort((a, b) => compareSortKeys(fields, a.key, b.key));
    if (kept.length <= limit) return;
    kept = kept.slice(0, limit);
    bytes = kept.reduce((total, entry) => total + sizeOf(entry.item), 0);
  };
  for (const item of items) {
    kept.push({ item, key: sortKey(fields, docOf(item)) });
    bytes += sizeOf(item);
    if (kept.length >= limit * 2 + 1000) prune();
    if (bytes > MAX_SORT_BYTES) {
      throw new CommandError(
        "QueryExceededMemoryLimit",
        "Sort exceeded memory limit of 104857600 bytes; use an index or a limit",
      );
    }
  }
  prune();
  return kept.map(entry => entry.item);
}
