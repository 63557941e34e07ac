import { readJsonWebToken } from "./json-web-token";
import type { TokenClaims, TokenReading } from "./service-keys";

const keptTokens = 1000;

/** Reads the tokens of one key. A signature that was right once stays so, and is not computed for every request. */
export class TokenReader {
  readonly #signed = new Map<string, TokenClaims>();

  constructor(private readonly key: Buffer) {}

  /** @param nowMs time that its end is compared with, milliseconds since the epoch */
  read(token: string, nowMs: number): TokenReading {
    const claims = this.#signed.get(token);
    if (claims && claims.exp * 1000 > nowMs) return { ok: true, claims };
    const reading = readJsonWebToken(token, this.key, nowMs);
    if (reading.ok) this.#remember(token, reading.claims);
    return reading;
  }

  #remember(token: string, claims: TokenClaims): void {
    const [oldest] = this.#signed.keys();
    if (this.#signed.size >= keptTokens && oldest !== undefined) this.#signed.delete(oldest);
    this.#signed.set(token, claims);
  }
}
