import type { StoredObject } from "./stored-object";

/** Objects of one app as of one moment, searched by terms. */
export interface Source {
  /** Objects that carry at least one of the terms, each once, in no particular order. */
  lookup(terms: readonly string[]): Promise<StoredObject[]>;
}
