import { createHash } from "node:crypto";
import type { Owner } from "./commit/operation";

const pattern = /^([^:]+)::([^:]+)::/;

/**
 * Identity of a resource across attempts: stack, project, and a hash of the URN, which has type, name and the types of
 * parents too. It is in the state twice for every resource, and the engine writes the state anew after every step, so
 * it is short.
 */
export function identityFor(urn: string): string {
  const [, , stack = "", , project = ""] = urn.split(":");
  return `${stack}::${project}::${createHash("sha256").update(urn).digest("base64url").slice(0, 22)}`;
}

/** Stack and project of a resource. */
export function ownerOf(identity: string | undefined): Owner {
  const [, stack = "unknown", project = "unknown"] = pattern.exec(identity ?? "") ?? [];
  return { project, stack };
}
