/**
 * Size at which a group is complete because every worker of the engine waits for it. It is trusted after two groups in
 * a row that had the same size while more work was waiting, and given up when a group grows beyond it.
 */
export class Plateau {
  #last: number | undefined;
  #trusted: number | undefined;

  /** Whether a group of this size cannot grow any more. */
  isReachedBy(size: number): boolean {
    return size === this.#trusted;
  }

  /** Learns from a group that is complete. */
  learn(size: number, workWaited: boolean): void {
    if (this.#trusted !== undefined && size > this.#trusted) this.#trusted = undefined;
    if (workWaited && size === this.#last) this.#trusted = size;
    this.#last = workWaited ? size : undefined;
  }
}
