import type { Source } from "./source";
import type { StoredObject } from "./stored-object";
import { objectKey } from "./terms";

/** Objects held in memory with the index over their terms. */
export class MemorySource implements Source {
  readonly #objects = new Map<string, StoredObject>();
  readonly #index = new Map<string, Set<string>>();

  constructor(objects: Iterable<StoredObject> = []) {
    for (const object of objects) this.put(object);
  }

  all(): StoredObject[] {
    return [...this.#objects.values()];
  }

  put(object: StoredObject): void {
    const key = objectKey(object);
    this.delete(key);
    this.#objects.set(key, object);
    for (const term of object.terms) {
      const holders = this.#index.get(term);
      if (holders) holders.add(key);
      else this.#index.set(term, new Set([key]));
    }
  }

  delete(key: string): void {
    for (const term of this.#objects.get(key)?.terms ?? []) {
      const holders = this.#index.get(term);
      holders?.delete(key);
      if (holders?.size === 0) this.#index.delete(term);
    }
    this.#objects.delete(key);
  }

  find(terms: readonly string[]): StoredObject[] {
    const keys = new Set(terms.flatMap(term => [...(this.#index.get(term) ?? [])]));
    return [...keys].flatMap(key => this.#objects.get(key) ?? []);
  }

  async lookup(terms: readonly string[]): Promise<StoredObject[]> {
    return this.find(terms);
  }
}
