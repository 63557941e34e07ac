const minMs = 150;
const maxMs = 300;

/** How long nothing must happen before a group is taken to be complete: twice the largest gap of the latest groups. */
export class QuietWindow {
  #earlierGapMs = 100;
  #gapMs = 0;

  /** Milliseconds, between 150 and 300. */
  get ms(): number {
    return Math.min(maxMs, Math.max(minMs, 2 * Math.max(this.#gapMs, this.#earlierGapMs)));
  }

  /** Learns from the time between two signs of life in one group. */
  observe(gapMs: number): void {
    this.#gapMs = Math.max(gapMs, this.#gapMs);
  }

  /** Says that a group is complete; gaps are forgotten slowly, so that one calm group does not shorten the window much. */
  endGroup(): void {
    this.#earlierGapMs = Math.max(this.#gapMs, 0.8 * this.#earlierGapMs);
    this.#gapMs = 0;
  }
}
