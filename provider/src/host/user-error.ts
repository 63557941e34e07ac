import type { Kind } from "@appstead/sdk";
import { ApiError } from "@appstead/sdk/errors/api-error";
import { AppsteadError } from "@appstead/sdk/errors/appstead-error";
import { inArgumentNames } from "../properties/argument-names";

/**
 * An error as the user sees it. The process that runs dynamic resources passes `message` on to the engine, which shows
 * it at the resource; for some methods it also prints the error and its stack, so both are made short.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly #headline: string;

  constructor(headline: string, reason: string, cause: unknown) {
    super(`${headline}: ${reason}`, { cause });
    this.#headline = headline;
    this.stack = "see the message at the resource";
  }

  override toString(): string {
    return `appstead: ${this.#headline}`;
  }
}

/** Makes an error presentable: what failed, why, and in the names that the user's program uses. */
export function userError(kind: Kind, headline: string, error: unknown): UserError {
  return new UserError(headline, reasonOf(kind, error), error);
}

/** Why something failed, in the names that the user's program uses. */
export function reasonOf(kind: Kind, error: unknown): string {
  if (error instanceof ApiError) {
    const request = error.requestId === undefined ? "" : `, request ${error.requestId}`;
    const code = error.code === undefined ? "" : ` ${error.code}`;
    return `${inArgumentNames(kind, error.detail)} (${error.status}${code}${request})`;
  }
  if (error instanceof AppsteadError) return inArgumentNames(kind, error.message);
  const text = error instanceof Error ? error.message : String(error);
  return `unexpected failure: ${text}; please report it`;
}
