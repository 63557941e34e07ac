import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** Reads a key in PEM form; throws a TypeError that does not repeat it. */
export function readPemKey(kind: "private" | "public", pem: string): KeyObject {
  try {
    return kind === "private" ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    throw new TypeError(`the ${kind} key is not a key in PEM form`);
  }
}
