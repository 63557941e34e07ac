import { hkdfSync } from "node:crypto";

/** Keys derived from the service key, one per purpose, so that nothing made for one is valid for another. */
export interface DerivedKeys {
  readonly adminTokens: Buffer;
  readonly clientTokens: Buffer;
  readonly encryption: Buffer;
  readonly fingerprints: Buffer;
  /** Proves to a database that this is the key which its contents were written under. */
  readonly check: Buffer;
}

/** Derives the keys of all purposes from the 32 bytes of the service key (HKDF with SHA-256). */
export function deriveKeys(serviceKey: Buffer): DerivedKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", serviceKey, "", `appstead/v1/${purpose}`, 32));
  return {
    adminTokens: derive("admin-tokens"),
    clientTokens: derive("client-tokens"),
    encryption: derive("encryption"),
    fingerprints: derive("fingerprints"),
    check: derive("check"),
  };
}
