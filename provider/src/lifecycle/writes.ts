import { ApiError } from "@appstead/sdk/errors/api-error";
import { AuthenticationError } from "@appstead/sdk/errors/authentication-error";
import { ConnectionError } from "@appstead/sdk/errors/connection-error";

/** Knows whether an operation changed something, or may have. */
export class Writes {
  #happened = false;

  /** Whether a write succeeded or its outcome is not known. */
  get happened(): boolean {
    return this.#happened;
  }

  /** Runs one write. */
  async run<T>(write: () => Promise<T>): Promise<T> {
    try {
      const result = await write();
      this.#happened = true;
      return result;
    } catch (error) {
      if (!wasRefused(error)) this.#happened = true;
      throw error;
    }
  }
}

/** Whether a failed write certainly changed nothing. */
export function wasRefused(error: unknown): boolean {
  if (error instanceof AuthenticationError) return true;
  if (error instanceof ConnectionError) return error.unsent;
  // A refused GET is the second half of a write whose first half succeeded.
  return error instanceof ApiError && error.status < 500 && error.method !== "GET";
}
