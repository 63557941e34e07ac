/**
 * Makes the same read once for all who ask while it has not begun: each gets what was there after it asked. A read that
 * is asked for while one is under way begins when that one has ended.
 */
export class JoinedReads<T> {
  readonly #current = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<T>>();

  ask(key: string, read: () => Promise<T>): Promise<T> {
    const joined = this.#next.get(key);
    if (joined) return joined;
    const own = this.#begin(key, read);
    this.#next.set(key, own);
    return own;
  }

  async #begin(key: string, read: () => Promise<T>): Promise<T> {
    await (this.#current.get(key) ?? new Promise(resolve => setImmediate(resolve)));
    this.#next.delete(key);
    const current = read();
    const ended = current.then(nothing, nothing);
    this.#current.set(key, ended);
    try {
      return await current;
    } finally {
      if (this.#current.get(key) === ended) this.#current.delete(key);
    }
  }
}

function nothing(): void {}
