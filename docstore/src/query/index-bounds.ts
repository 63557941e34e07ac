import { AFTER } from "../bson/key.js";
import type { IndexField } from "../storage/index-field.js";
import type { IndexInfo } from "../storage/index-info.js";
import type { KeyRange } from "./access.js";
import { type Constraint, intersectRanges, type Range } from "./bounds.js";

/** What a filter leaves of an index. */
export interface IndexBounds {
  /** Disjoint and in key order. */
  readonly ranges: readonly KeyRange[];
  /** Leading fields limited to single values. */
  readonly points: number;
  /** Leading fields limited to exactly one value each. */
  readonly fixed: number;
  /** The field after those is limited to a range. */
  readonly ranged: boolean;
}

/** More combinations of single values than this are not worth a seek each. */
const MAX_PREFIXES = 1000;

export function indexBounds(index: IndexInfo, byPath: ReadonlyMap<string, Constraint[]>): IndexBounds {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let points = 0;
  let fixed = 0;
  let multikeyUsed = false;
  for (const [i, field] of index.fields.entries()) {
    const multikey = (index.multikey & (1 << i)) !== 0;
    // Two fields of one array may be satisfied by different elements, so only one of them limits the keys.
    const ranges = multikey && multikeyUsed ? undefined : fieldRanges(field, byPath, multikey);
    if (ranges === undefined) break;
    multikeyUsed ||= multikey;
    const oriented = orient(field, ranges);
    if (!ranges.every(range => range.point) || prefixes.length * ranges.length > MAX_PREFIXES) {
      const limited = prefixes.flatMap(prefix => oriented.map(range => within(prefix, range)));
      return { ranges: limited, points, fixed, ranged: true };
    }
    if (ranges.length === 1 && fixed === points) fixed++;
    points++;
    prefixes = prefixes.flatMap(prefix => oriented.map(range => Buffer.concat([prefix, range.point])));
  }
  const ranges = prefixes.map(prefix => ({ low: prefix, high: Buffer.concat([prefix, Buffer.of(AFTER)]) }));
  return { ranges, points, fixed, ranged: false };
}

function fieldRanges(
  field: IndexField,
  byPath: ReadonlyMap<string, Constraint[]>,
  multikey: boolean,
): readonly Range[] | undefined {
  // A number in a path may be a position or a name; both count in filters, but only one is in the index.
  if (field.parts.some(part => /^\d+$/.test(part))) return undefined;
  const known = (byPath.get(field.path) ?? []).flatMap(({ ranges }) =>
    ranges === undefined ? [] : [ranges],
  );
  if (known.length === 0) return undefined;
  return multikey ? narrowest(known) : known.reduce(intersectRanges);
}

function narrowest(choices: readonly (readonly Range[])[]): readonly Range[] | undefined {
  const isPoints = (ranges: readonly Range[]): boolean => ranges.every(range => range.point);
  return [...choices].sort((a, b) => Number(isPoints(b)) - Number(isPoints(a)) || a.length - b.length)[0];
}

interface Oriented extends KeyRange {
  /** The key itself, when the range is a single value. */
  readonly point: Buffer;
}

function orient(field: IndexField, ranges: readonly Range[]): Oriented[] {
  if (!field.descending) {
    return ranges.map(({ low, high }) => ({
      low: low.ascending,
      high: high.ascending,
      point: low.ascending,
    }));
  }
  return ranges
    .map(({ low, high }) => ({ low: high.descending, high: low.descending, point: high.descending }))
    .reverse();
}

function within(prefix: Buffer, range: KeyRange): KeyRange {
  return { low: Buffer.concat([prefix, range.low]), high: Buffer.concat([prefix, range.high]) };
}
