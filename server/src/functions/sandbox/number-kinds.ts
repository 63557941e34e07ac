/**
 * JavaScript has one number type, BSON has three. The engine below keeps integers and floats apart by an
 * internal tag that survives assignment and arithmetic: int32 travels as an integer, int64 and double as a
 * float. Which of the two a whole float was is remembered here, by container first and by value second.
 */
export type NumberKind = "long" | "double";

const float64 = new Float64Array(1);
const kindsByContainer = new WeakMap<object, Map<string, { value: number; kind: NumberKind }>>();
const longs = new Set<number>();
const doubles = new Set<number>();
let hasDoubles = false;

/** Gives a number the float tag, which arithmetic and storage keep. */
export function asFloat(value: number): number {
  float64[0] = value;
  return float64[0] ?? value;
}

/** Records that a whole number entered the run as an int64 or a double. */
export function rememberKind(container: object, key: string, value: number, kind: NumberKind): void {
  let kinds = kindsByContainer.get(container);
  if (kinds === undefined) {
    kinds = new Map();
    kindsByContainer.set(container, kinds);
  }
  kinds.set(key, { value, kind });
  (kind === "long" ? longs : doubles).add(value);
}

/** Records that the run was given a double that is not a whole number. */
export function noteDouble(): void {
  hasDoubles = true;
}

/** The kind of a member that still holds the value it came with. */
export function kindInContainer(container: object, key: string, value: number): NumberKind | undefined {
  const known = kindsByContainer.get(container)?.get(key);
  return known !== undefined && known.value === value ? known.kind : undefined;
}

/** The kind to give a whole float that was computed or moved, or undefined when nothing is known. */
export function kindByValue(value: number): NumberKind | undefined {
  if (longs.has(value)) return "long";
  if (doubles.has(value)) return "double";
  if (longs.size > 0) return "long";
  return hasDoubles || doubles.size > 0 ? "double" : undefined;
}
