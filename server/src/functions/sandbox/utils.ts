import { Binary } from "./bson-binary";
import { base64ToBytes, bytesToBase64, textToBytes } from "./bytes";
import { host } from "./host";

function bytesOf(input: unknown): string {
  if (input instanceof Binary) return bytesToBase64(input.buffer);
  if (input instanceof Uint8Array) return bytesToBase64(input);
  if (typeof input === "string") return bytesToBase64(textToBytes(input));
  throw new TypeError("expected a string or a BSON.Binary");
}

function perform(operation: string, text: unknown[], bytes: unknown[]): unknown {
  const input = { text: text.map(String), bytes: bytes.map(bytesOf) };
  const answer = JSON.parse(host.crypto(operation, JSON.stringify(input)));
  return answer.base64 === undefined ? answer.value : new Binary(base64ToBytes(answer.base64));
}

const crypto = {
  encrypt: (type: unknown, text: unknown, key: unknown) => perform("encrypt", [type], [text, key]),
  decrypt: (type: unknown, message: unknown, key: unknown) => perform("decrypt", [type], [message, key]),
  sign: (type: unknown, message: unknown, key: unknown, scheme: unknown = "pss") =>
    perform("sign", [type, key, scheme], [message]),
  verify: (type: unknown, message: unknown, key: unknown, signature: unknown, scheme: unknown = "pss") =>
    perform("verify", [type, key, scheme], [message, signature]),
  hmac: (input: unknown, secret: unknown, hash: unknown, format: unknown) =>
    perform("hmac", [hash, format], [input, secret]),
  hash: (hash: unknown, input: unknown) => perform("hash", [hash], [input]),
};

const jwt = {
  encode: (method: unknown, payload: unknown, secret: unknown, headers: object = {}) =>
    perform("jwtEncode", [method, JSON.stringify(payload), secret, JSON.stringify(headers)], []),
  decode(token: unknown, key: unknown, returnHeader = false, acceptedMethods: unknown[] = []): unknown {
    const decoded = perform("jwtDecode", [token, key, JSON.stringify(acceptedMethods)], []);
    return returnHeader ? decoded : (decoded as { payload: unknown }).payload;
  },
};

/** The global `utils` of functions. */
export const utils = { crypto, jwt };
