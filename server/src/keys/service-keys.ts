/** Claims of a token of the service. */
export interface TokenClaims {
  readonly sub: string;
  readonly typ: "access" | "refresh";
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly exp: number;
  readonly [claim: string]: unknown;
}

/** Outcome of reading a token. */
export type TokenReading =
  | { readonly ok: true; readonly claims: TokenClaims }
  | { readonly ok: false; readonly reason: "malformed" | "signature" | "expired" };

/** Everything that needs the secret key of the service. The key itself is never handed out. */
export interface ServiceKeys {
  /** Signs a token (JWT, HS256). Admin and app-user tokens use different keys. */
  signToken(audience: "admin" | "client", claims: TokenClaims): string;
  readToken(audience: "admin" | "client", token: string): TokenReading;
  /** Encrypts a text (AES-256-GCM), bound to `context` (app id and secret id), so that it cannot be moved elsewhere. */
  encrypt(plain: string, context: string): string;
  decrypt(sealed: string, context: string): string;
  /** Keyed hash of a text, hexadecimal: equal texts of one app have equal fingerprints. */
  fingerprint(plain: string, context: string): string;
}
