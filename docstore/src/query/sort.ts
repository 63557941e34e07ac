import { toDouble } from "../bson/exact.js";
import { compareValues } from "../bson/order.js";
import { isNumeric } from "../bson/type.js";
import type { Doc, Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { pathValues } from "../storage/index-keys.js";

export interface SortField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

/** Parses `{a: 1, "b.c": -1}`; an empty document is no order. */
export function parseSort(spec: Doc): SortField[] {
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

/** The least element of an array stands for it in ascending order, the greatest in descending; missing is null. */
export function sortKey(fields: readonly SortField[], doc: Doc): Value[] {
  return fields.map(field => {
    const values = pathValues(doc, field.parts).map(value => value ?? null);
    return values.reduce((best, value) => {
      const order = compareValues(value, best);
      return (field.descending ? order > 0 : order < 0) ? value : best;
    });
  });
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
