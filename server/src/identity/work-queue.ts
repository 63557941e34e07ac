import { ApiError } from "../http/api-error";

/** Runs costly work a few at a time, so that a flood of it cannot take the whole thread pool. */
export class WorkQueue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * @param limit how many run at once
   * @param maxWaiting how many may wait; more are refused
   */
  constructor(
    private readonly limit: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws ApiError `LimitExceeded` when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.limit) await this.#turn();
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.maxWaiting) {
      throw new ApiError("LimitExceeded", "too many log-ins at once; try again in a few seconds");
    }
    return new Promise(resolve => this.#waiting.push(resolve));
  }
}
