import { setTimeout as realSleep } from "node:timers/promises";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still while requests are under way and jumps to the next timer when nothing else happens. */
export class VirtualClock {
  #now = 1_000_000;
  #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  /** Lets time pass without running timers. */
  advance(ms: number): void {
    this.#now += ms;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter(other => other !== timer);
    };
  }

  /** Lets time pass until a promise is settled; `isBusy` says whether requests are under way. */
  async settle<T>(work: Promise<T>, isBusy: () => boolean): Promise<T> {
    let done = false;
    const mark = () => {
      done = true;
    };
    work.then(mark, mark);
    while (!done) {
      await realSleep(2);
      if (!done && !isBusy()) this.#jump();
    }
    return work;
  }

  #jump(): void {
    const [next] = this.#timers.sort((a, b) => a.at - b.at);
    if (!next) return;
    this.#timers = this.#timers.filter(other => other !== next);
    this.#now = Math.max(this.#now, next.at);
    next.callback();
  }
}
