/** Waits between attempts: 5 ms at first, doubling up to 200 ms, with some chance so that waiters do not march in step. */
export class Backoff {
  #delayMs = 5;
  #waitedMs = 0;

  constructor(private readonly limitMs: number) {}

  /** Waits a little; `false` when the limit was reached before. */
  async wait(): Promise<boolean> {
    if (this.#waitedMs >= this.limitMs) return false;
    const delayMs = this.#delayMs * (0.5 + Math.random() / 2);
    await new Promise(resolve => setTimeout(resolve, delayMs));
    this.#waitedMs += delayMs;
    this.#delayMs = Math.min(200, this.#delayMs * 2);
    return true;
  }
}
