import { encodeKey, invertKey } from "../bson/key.js";
import { Doc, UNDEFINED, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { IndexField, IndexShape } from "./index-field.js";

/** One index entry: its encoded key, and the values it stands for (`undefined`: missing, stored as null). */
export interface IndexEntry {
  readonly key: Buffer;
  readonly values: readonly (Value | undefined)[];
}

export interface IndexEntries {
  readonly entries: readonly IndexEntry[];
  /** Bit i is set when field i passed through an array. */
  readonly multikey: number;
}

/** Where one field of the index has got to on its path through the document. */
type State = { readonly at: Value | undefined; readonly rest: readonly string[] };

/** The entries of one document: one, or one per element when a path passes through an array. */
export function indexEntries(index: IndexShape, doc: Doc): IndexEntries {
  if (index.partial !== undefined && !index.partial.matches(doc)) return { entries: [], multikey: 0 };
  const collector = new Collector(index);
  collector.expand(index.fields.map(field => ({ at: doc, rest: field.parts })));
  return { entries: [...collector.entries.values()], multikey: collector.multikey };
}

/** The values of every entry that an index over some fields would have; a missing field is `undefined`. */
export function fieldValues(doc: Doc, fields: readonly IndexField[]): (Value | undefined)[][] {
  const simple = fields.map(field => walk({ at: doc, rest: field.parts }));
  if (!simple.some(state => Array.isArray(state.at))) return [simple.map(state => state.at)];
  const entries: (Value | undefined)[][] = [];
  expandStates(
    simple,
    fields,
    states => entries.push(states.map(state => state.at)),
    () => {},
  );
  return entries;
}

class Collector {
  readonly entries = new Map<string, IndexEntry>();
  multikey = 0;

  constructor(readonly index: IndexShape) {}

  expand(states: readonly State[]): void {
    expandStates(
      states.map(walk),
      this.index.fields,
      done => this.#add(done.map(state => state.at)),
      field => {
        this.multikey |= 1 << field;
      },
    );
  }

  #add(values: readonly (Value | undefined)[]): void {
    if (this.index.sparse && values.every(value => value === undefined)) return;
    const key = encodeFields(this.index.fields, values);
    this.entries.set(key.toString("latin1"), { key, values });
  }
}

export function encodeFields(fields: readonly IndexField[], values: readonly (Value | undefined)[]): Buffer {
  const parts = fields.map((field, i) => encodeField(field, values[i]));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
}

function encodeField(field: IndexField, value: Value | undefined): Buffer {
  const key = encodeKey(value ?? null);
  return field.descending ? invertKey(key) : key;
}

/** Follows a path until it ends, is lost, or meets an array. An array element may also be named by its position. */
function walk(state: State): State {
  let { at } = state;
  let i = 0;
  for (; i < state.rest.length; i++) {
    const name = state.rest[i] ?? "";
    if (Array.isArray(at)) {
      if (!/^(0|[1-9]\d*)$/.test(name)) break;
      at = at[Number(name)];
    } else if (at instanceof Doc) {
      at = at.get(name);
    } else {
      return { at: undefined, rest: [] };
    }
  }
  return { at, rest: state.rest.slice(i) };
}

/** Replaces the arrays that fields stopped at by each of their elements, until none is left. */
function expandStates(
  states: readonly State[],
  fields: readonly IndexField[],
  done: (states: readonly State[]) => void,
  passedArray: (field: number) => void,
  settled = 0,
): void {
  const stopped = states.flatMap((state, i) => (isOpenArray(state, settled, i) ? [i] : []));
  const array = stopped.length === 0 ? undefined : states[stopped[0] ?? 0]?.at;
  if (!Array.isArray(array)) {
    done(states);
    return;
  }
  const parallel = stopped.find(i => states[i]?.at !== array);
  if (parallel !== undefined) {
    const names = [fields[parallel]?.path, fields[stopped[0] ?? 0]?.path].map(
      path => `[${path?.split(".").pop()}]`,
    );
    throw new CommandError("CannotIndexParallelArrays", `cannot index parallel arrays ${names.join(" ")}`);
  }
  for (const i of stopped) passedArray(i);
  const leaves = stopped.reduce(
    (mask, i) => (states[i]?.rest.length === 0 ? mask | (1 << i) : mask),
    settled,
  );
  const elements: readonly Value[] = array.length === 0 ? [UNDEFINED] : array;
  for (const element of elements) {
    const next = states.map((state, i) => {
      if (!stopped.includes(i)) return state;
      if (array.length === 0 || state.rest.length === 0) return { at: element, rest: [] };
      return element instanceof Doc ? walk({ at: element, rest: state.rest }) : { at: undefined, rest: [] };
    });
    expandStates(next, fields, done, passedArray, leaves);
  }
}

/** An array inside an array is a value, not expanded again: `settled` marks fields whose last array has been. */
function isOpenArray(state: State, settled: number, field: number): boolean {
  return Array.isArray(state.at) && (settled & (1 << field)) === 0;
}
