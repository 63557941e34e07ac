import { randomUUID } from "node:crypto";

/**
 * Objects that resources got in this process, that is in one operation of the engine.
 *
 * A creation may end with an object that is there already: the resource adopts it, or made it in an earlier update whose
 * answer was lost. When the state knows it under another resource, or as the one that is being replaced, the engine
 * deletes that later, and with it the object of the new one.
 */
export class ObtainedObjects {
  /** Names this process in the state of the resources that got their objects in it. */
  readonly origin = randomUUID().slice(0, 8);
  readonly #ids = new Set<string>();

  add(id: string): void {
    this.#ids.add(id);
  }

  /** Whether an object that is to be deleted belongs to a resource that got it later than the one that is deleted. */
  isTakenOver(id: string, origin: string | undefined): boolean {
    return this.#ids.has(id) && origin !== this.origin;
  }
}
