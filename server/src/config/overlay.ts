import { MemorySource } from "./memory-source";
import type { Source } from "./source";
import type { StoredObject } from "./stored-object";
import { objectKey } from "./terms";

/** Changed objects over an unchanged source: a draft, or the changes of one deployment. */
export class Overlay {
  readonly #changes = new Map<string, StoredObject | undefined>();
  readonly #present = new MemorySource();

  /** Number of changed objects. */
  get size(): number {
    return this.#changes.size;
  }

  has(key: string): boolean {
    return this.#changes.has(key);
  }

  /** Every changed object by its key, and what it becomes; `undefined` when it is deleted. */
  entries(): [key: string, object: StoredObject | undefined][] {
    return [...this.#changes];
  }

  put(object: StoredObject): void {
    this.#changes.set(objectKey(object), object);
    this.#present.put(object);
  }

  delete(key: string): void {
    this.#changes.set(key, undefined);
    this.#present.delete(key);
  }

  /** Takes over the changes of another overlay. */
  add(other: Overlay): void {
    for (const [key, object] of other.entries()) {
      if (object) this.put(object);
      else this.delete(key);
    }
  }

  copy(): Overlay {
    const copy = new Overlay();
    copy.add(this);
    return copy;
  }

  /** The source as it is with these changes. */
  over(base: Source): Source {
    return {
      lookup: async terms => {
        const below = await base.lookup(terms);
        return [...below.filter(object => !this.has(objectKey(object))), ...this.#present.find(terms)];
      },
    };
  }
}
