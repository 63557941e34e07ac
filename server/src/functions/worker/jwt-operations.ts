import {
  constants,
  createHmac,
  createSecretKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from "node:crypto";
import { readPemKey } from "./pem-key";

interface Method {
  family: "HS" | "RS" | "PS" | "ES";
  hash: string;
}

function methodOf(name: unknown): Method {
  const match = /^(HS|RS|PS|ES)(256|384|512)$/.exec(String(name));
  const family = match?.[1];
  if (family !== "HS" && family !== "RS" && family !== "PS" && family !== "ES") {
    throw new TypeError(
      `'${String(name)}' is not a signing method: use HS, RS, PS or ES with 256, 384 or 512`,
    );
  }
  return { family, hash: `sha${match?.[2]}` };
}

function keyOptions({ family }: Method, key: KeyObject) {
  const isElliptic = key.asymmetricKeyType === "ec";
  if (isElliptic !== (family === "ES"))
    throw new TypeError(`the key does not fit the signing method ${family}`);
  if (family === "ES") return { key, dsaEncoding: "ieee-p1363" as const };
  if (family === "RS") return { key, padding: constants.RSA_PKCS1_PADDING };
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}

function hmac(method: Method, content: string, secret: string): Buffer {
  return createHmac(method.hash, createSecretKey(Buffer.from(secret, "utf8")))
    .update(content)
    .digest();
}

function isSigned(method: Method, content: string, signature: Buffer, key: string): boolean {
  if (method.family !== "HS") {
    return verify(
      method.hash,
      Buffer.from(content),
      keyOptions(method, readPemKey("public", key)),
      signature,
    );
  }
  // A public key is no secret: whoever has it could sign a token that claims to be HS-signed.
  if (key.includes("-----BEGIN")) throw new TypeError("a PEM key cannot verify an HS-signed token");
  const expected = hmac(method, content, key);
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}

function encodePart(json: string): string {
  return Buffer.from(json, "utf8").toString("base64url");
}

function decodePart(part: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? "", "base64url").toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value));
  } catch {
    // Falls through: whatever is wrong, the token is malformed.
  }
  throw new TypeError("the token is malformed");
}

/** Signs a payload, given as JSON text; `headersText` holds further headers as JSON. */
export function encodeJwt(
  methodName: string,
  payloadText: string,
  secret: string,
  headersText: string,
): string {
  const method = methodOf(methodName);
  const headers: object = JSON.parse(headersText);
  const head = encodePart(JSON.stringify({ typ: "JWT", ...headers, alg: methodName }));
  const content = `${head}.${encodePart(payloadText)}`;
  const signature =
    method.family === "HS"
      ? hmac(method, content, secret)
      : sign(method.hash, Buffer.from(content), keyOptions(method, readPemKey("private", secret)));
  return `${content}.${signature.toString("base64url")}`;
}

/**
 * Verifies a token: its signature, its signing method (`acceptedText`: a JSON array, empty for any) and its times.
 */
export function decodeJwt(
  token: string,
  key: string,
  acceptedText: string,
): { header: object; payload: object } {
  const parts = token.split(".");
  if (parts.length !== 3) throw new TypeError("the token contains an invalid number of segments");
  const header = decodePart(parts[0]);
  const method = methodOf(header.alg);
  const accepted: unknown[] = JSON.parse(acceptedText);
  if (accepted.length > 0 && !accepted.includes(header.alg)) {
    throw new Error(`the token's signing method '${String(header.alg)}' is not accepted`);
  }
  const signature = Buffer.from(parts[2] ?? "", "base64url");
  if (!isSigned(method, `${parts[0]}.${parts[1]}`, signature, key))
    throw new Error("the token's signature is invalid");
  const payload = decodePart(parts[1]);
  const nowSeconds = Date.now() / 1000;
  if (payload.exp !== undefined && !(Number(payload.exp) > nowSeconds))
    throw new Error("the token is expired");
  if (payload.nbf !== undefined && !(Number(payload.nbf) <= nowSeconds))
    throw new Error("the token is not valid yet");
  return { header, payload };
}
