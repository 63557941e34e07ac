import type { Clock } from "./clock";

/**
 * What is known of the engine's side: it keeps every worker busy and announces one resource more (by checking it)
 * before all of them are, so an announced resource that does not arrive means that work is waiting for workers.
 */
export class EngineActivity {
  readonly #announced = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  constructor(private readonly clock: Clock) {}

  /** The engine asked something; it is still feeding work. */
  heard(): void {
    for (const listener of this.#listeners) listener();
  }

  /** A resource was found to need a create, an update or a replacement. */
  announce(identity: string | undefined): void {
    if (identity !== undefined) this.#announced.set(identity, this.clock.now());
    this.heard();
  }

  /** The operation on a resource has arrived. */
  arrive(identity: string | undefined): void {
    if (identity !== undefined) this.#announced.delete(identity);
  }

  /** Whether a resource that was announced since then has not arrived. */
  isWorkWaiting(sinceMs: number): boolean {
    return [...this.#announced.values()].some(announcedAt => announcedAt >= sinceMs);
  }

  /** Calls back whenever the engine is heard; the result unsubscribes. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
