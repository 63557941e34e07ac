import { createHmac, timingSafeEqual } from "node:crypto";
import type { TokenClaims, TokenReading } from "./service-keys";

const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url");

/** Signs claims as a JSON Web Token with HS256. */
export function signJsonWebToken(claims: TokenClaims, key: Buffer): string {
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  return `${signed}.${signature(signed, key).toString("base64url")}`;
}

/**
 * Reads a token made by `signJsonWebToken` with the same key.
 *
 * @param nowMs time that its end is compared with, milliseconds since the epoch
 */
export function readJsonWebToken(token: string, key: Buffer, nowMs: number): TokenReading {
  const [tokenHeader, payload, given, ...rest] = token.split(".");
  if (tokenHeader === undefined || payload === undefined || given === undefined || rest.length > 0) {
    return { ok: false, reason: "malformed" };
  }
  // Our tokens all have the same header; comparing it whole leaves an attacker no choice of algorithm.
  if (tokenHeader !== header)
    return { ok: false, reason: isJsonObject(tokenHeader) ? "signature" : "malformed" };
  const expected = signature(`${header}.${payload}`, key);
  const actual = Buffer.from(given, "base64url");
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    return { ok: false, reason: "signature" };
  }
  const claims = parseClaims(payload);
  if (claims === undefined) return { ok: false, reason: "malformed" };
  return claims.exp * 1000 <= nowMs ? { ok: false, reason: "expired" } : { ok: true, claims };
}

function signature(signed: string, key: Buffer): Buffer {
  return createHmac("sha256", key).update(signed).digest();
}

function decodeJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

function isJsonObject(part: string): boolean {
  const value = decodeJson(part);
  return typeof value === "object" && value !== null;
}

function parseClaims(payload: string): TokenClaims | undefined {
  const value = decodeJson(payload);
  if (typeof value !== "object" || value === null) return undefined;
  const claims = value as Partial<TokenClaims>;
  const { sub, typ, iat, exp } = claims;
  if (typeof sub !== "string" || typeof iat !== "number" || typeof exp !== "number") return undefined;
  return typ === "access" || typ === "refresh" ? { ...claims, sub, typ, iat, exp } : undefined;
}
