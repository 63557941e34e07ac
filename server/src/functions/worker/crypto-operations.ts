import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from "node:crypto";
import { decodeJwt, encodeJwt } from "./jwt-operations";
import { readPemKey } from "./pem-key";

const nonceBytes = 12;
const tagBytes = 16;

function oneOf<T extends string>(what: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find(candidate => candidate === value);
  if (found === undefined)
    throw new TypeError(`${what} '${String(value)}' is not one of ${allowed.join(", ")}`);
  return found;
}

function aesAlgorithm(key: Buffer): "aes-128-gcm" | "aes-192-gcm" | "aes-256-gcm" {
  if (key.length === 16) return "aes-128-gcm";
  if (key.length === 24) return "aes-192-gcm";
  if (key.length === 32) return "aes-256-gcm";
  throw new TypeError(`an AES key has 16, 24 or 32 bytes, not ${key.length}`);
}

function encrypt(text: Buffer, key: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(aesAlgorithm(key), key, nonce);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(message: Buffer, key: Buffer): Buffer {
  const algorithm = aesAlgorithm(key);
  if (message.length < nonceBytes + tagBytes) throw new TypeError("the encrypted value is too short");
  const decipher = createDecipheriv(algorithm, key, message.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(message.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(message.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    throw new Error("the value cannot be decrypted: the key is wrong or the value was changed");
  }
}

function signing(key: KeyObject, scheme: unknown) {
  const isPss = oneOf("signature scheme", scheme, ["pss", "pkcs1v15"]) === "pss";
  return isPss
    ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : { key, padding: constants.RSA_PKCS1_PADDING };
}

type Inputs = { text: string[]; bytes: Buffer[] };
type Answer = { base64: string } | { value: unknown };

const base64 = (bytes: Buffer): Answer => ({ base64: bytes.toString("base64") });
const none = Buffer.alloc(0);

const operations: Record<string, (inputs: Inputs) => Answer> = {
  encrypt: ({ text: [kind], bytes: [input = none, key = none] }) => {
    oneOf("cipher", kind, ["aes"]);
    return base64(encrypt(input, key));
  },
  decrypt: ({ text: [kind], bytes: [input = none, key = none] }) => {
    oneOf("cipher", kind, ["aes"]);
    return base64(decrypt(input, key));
  },
  sign: ({ text: [kind, key = "", scheme], bytes: [input = none] }) => {
    oneOf("key type", kind, ["rsa"]);
    return base64(sign("sha256", input, signing(readPemKey("private", key), scheme)));
  },
  verify: ({ text: [kind, key = "", scheme], bytes: [input = none, signature = none] }) => {
    oneOf("key type", kind, ["rsa"]);
    return { value: verify("sha256", input, signing(readPemKey("public", key), scheme), signature) };
  },
  hmac: ({ text: [algorithm, format], bytes: [input = none, secret = none] }) => {
    const hash = oneOf("hash", algorithm, ["sha1", "sha256", "sha512"]);
    const encoding = oneOf("output format", format, ["hex", "base64"]);
    return { value: createHmac(hash, secret).update(input).digest(encoding) };
  },
  hash: ({ text: [algorithm], bytes: [input = none] }) =>
    base64(
      createHash(oneOf("hash", algorithm, ["sha1", "sha256", "md5"]))
        .update(input)
        .digest(),
    ),
  jwtEncode: ({ text: [method = "", payload = "", secret = "", headers = ""] }) => ({
    value: encodeJwt(method, payload, secret, headers),
  }),
  jwtDecode: ({ text: [token = "", key = "", methods = ""] }) => ({ value: decodeJwt(token, key, methods) }),
};

/**
 * Performs one operation of `utils.crypto` or `utils.jwt`. Its input is JSON: texts as they are, bytes in base64;
 * its answer is JSON with `base64` for binary results and `value` for others.
 */
export function performCrypto(operation: string, inputText: string): string {
  const input: { text: string[]; bytes: string[] } = JSON.parse(inputText);
  const perform = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
  if (perform === undefined) throw new Error(`unknown operation '${operation}'`);
  return JSON.stringify(
    perform({ text: input.text, bytes: input.bytes.map(bytes => Buffer.from(bytes, "base64")) }),
  );
}
