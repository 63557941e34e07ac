import type { Writes } from "../lifecycle/writes";

/** For whom a draft is made; part of its mark. */
export interface Owner {
  readonly project: string;
  readonly stack: string;
}

/** One create, update or delete. */
export interface Operation<T> {
  readonly owner: Owner;
  /** Kind and name of the object, as the service's messages name it: `function "greet"`. */
  readonly label?: string;
  /** The same as it was before, where an update changes the name. */
  readonly formerLabel?: string;
  /** Whether it removes an object. */
  readonly removes: boolean;
  /** Does the work; may be called again after everything that it did was thrown away. */
  run(writes: Writes): Promise<T>;
}
