import { createHash } from "node:crypto";

/**
 * Key of a creation. It depends on the resource alone, not on its settings: an object whose creation was not recorded
 * is found again even when the program was edited in between. `salt` tells it from objects that the same resource made
 * before and that are still there, for example while they are being replaced.
 */
export function idempotencyKey(identity: string, salt: string): string {
  return createHash("sha256").update(`appstead create\n${identity}\n${salt}`).digest("hex");
}
