import type { Clock } from "./clock";

/** Wakes the one who waits as soon as something happened. */
export class Signal {
  #happened = false;
  #wake: (() => void) | undefined;

  /** Says that something happened. */
  raise(): void {
    this.#happened = true;
    this.#wake?.();
  }

  /** Waits until something happens, or until the time is over when one is given. */
  async next(clock: Clock, ms?: number): Promise<void> {
    if (!this.#happened) {
      await new Promise<void>(resolve => {
        const cancel = ms === undefined ? () => {} : clock.after(ms, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
      this.#wake = undefined;
    }
    this.#happened = false;
  }
}
