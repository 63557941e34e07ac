import { createDecipheriv, createHmac, generateKeyPairSync } from "node:crypto";
import type { Binary } from "bson";
import { Harness } from "./harness";

const harness = new Harness();
afterAll(() => harness.runtime.close());

const rsa = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "pkcs1", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
});
const ec = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const key = "0123456789abcdef0123456789abcdef";

describe("utils.crypto", () => {
  test("utils.crypto: encrypt is AES-GCM with nonce before and tag after", async () => {
    const { result } = await harness.run("exports = (t, k) => utils.crypto.encrypt('aes', t, k)", [
      "héllo",
      key,
    ]);
    const bytes = Buffer.from((result as Binary).value());
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
    expect(text).toBe("héllo");
  });

  test.each([16, 24, 32])("utils.crypto: decrypt undoes encrypt with a key of %i bytes", async size => {
    const source =
      "exports = (t, k) => utils.crypto.decrypt('aes', utils.crypto.encrypt('aes', t, k), k).text()";
    expect(await harness.value(source, ["a secret \ud83d\ude00", key.slice(0, size)])).toBe(
      "a secret \ud83d\ude00",
    );
  });

  test.each([
    [
      "hash sha256",
      "utils.crypto.hash('sha256', 'abc').toHex()",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ],
    [
      "hash md5 of bytes",
      "utils.crypto.hash('md5', BSON.Binary.fromHex('616263')).toHex()",
      "900150983cd24fb0d6963f7d28e17f72",
    ],
    [
      "hmac",
      "utils.crypto.hmac('abc', 'k', 'sha512', 'base64')",
      createHmac("sha512", "k").update("abc").digest("base64"),
    ],
  ])("utils.crypto: %s", async (_name, source, expected) => {
    expect(await harness.value(`exports = () => ${source}`)).toBe(expected);
  });

  test.each(["pss", "pkcs1v15"])("utils.crypto: sign and verify with %s", async scheme => {
    const source = `exports = (priv, pub, scheme) => {
      const signature = utils.crypto.sign('rsa', 'text', priv, scheme);
      return ['text', 'other'].map(t => utils.crypto.verify('rsa', t, pub, signature, scheme));
    }`;
    expect(await harness.value(source, [rsa.privateKey, rsa.publicKey, scheme])).toEqual([true, false]);
  });

  test.each([
    ["utils.crypto.encrypt('des', 'x', 'k')", "cipher 'des' is not one of aes"],
    ["utils.crypto.encrypt('aes', 'x', 'short')", "an AES key has 16, 24 or 32 bytes, not 5"],
    [`utils.crypto.decrypt('aes', BSON.Binary.fromHex('00'), '${key}')`, "the encrypted value is too short"],
    [
      `utils.crypto.decrypt('aes', BSON.Binary.fromHex('${"00".repeat(40)}'), '${key}')`,
      "the value cannot be decrypted: the key is wrong or the value was changed",
    ],
    ["utils.crypto.hash('sha3', 'x')", "hash 'sha3' is not one of sha1, sha256, md5"],
    ["utils.crypto.hash('md5', 5)", "expected a string or a BSON.Binary"],
    ["utils.crypto.sign('rsa', 'x', 'no key')", "the private key is not a key in PEM form"],
  ])("utils.crypto: %s is refused", async (source, message) => {
    expect((await harness.failure(`exports = () => ${source}`)).message).toBe(message);
  });
});

describe("utils.jwt", () => {
  const keys: Record<string, [string, string]> = {
    HS: ["secret", "secret"],
    RS: [rsa.privateKey, rsa.publicKey],
    PS: [rsa.privateKey, rsa.publicKey],
    ES: [ec.privateKey, ec.publicKey],
  };
  const methods = ["HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256"];

  test.each(methods)("utils.jwt: decode verifies what encode signed with %s", async method => {
    const source = `exports = (m, k, p) => utils.jwt.decode(utils.jwt.encode(m, { a: 1, s: 'é' }, k, { kid: 'x' }), p, true)`;
    expect(await harness.value(source, [method, ...(keys[method.slice(0, 2)] ?? [])])).toEqual({
      header: { typ: "JWT", kid: "x", alg: method },
      payload: { a: 1, s: "é" },
    });
  });

  test("utils.jwt: decode reads a token made elsewhere", async () => {
    const token =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c";
    expect(
      await harness.value("exports = t => utils.jwt.decode(t, 'your-256-bit-secret').name", [token]),
    ).toBe("John Doe");
  });

  const token = (payload: string) => `utils.jwt.encode('HS256', ${payload}, 'k')`;
  test.each([
    ["another key", `utils.jwt.decode(${token("{}")}, 'other')`, "the token's signature is invalid"],
    [
      "a method that is not accepted",
      `utils.jwt.decode(${token("{}")}, 'k', false, ['RS256'])`,
      "the token's signing method 'HS256' is not accepted",
    ],
    ["an expired token", `utils.jwt.decode(${token("{ exp: 1 }")}, 'k')`, "the token is expired"],
    [
      "a token of the future",
      `utils.jwt.decode(${token("{ nbf: 1e11 }")}, 'k')`,
      "the token is not valid yet",
    ],
    ["no token", "utils.jwt.decode('abc', 'k')", "the token contains an invalid number of segments"],
    ["garbage", "utils.jwt.decode('a.b.c', 'k')", "the token is malformed"],
    [
      "no algorithm",
      "utils.jwt.decode('eyJhbGciOiJub25lIn0.e30.', 'k')",
      "'none' is not a signing method: use HS, RS, PS or ES with 256, 384 or 512",
    ],
    [
      "an unknown method",
      "utils.jwt.encode('XX1', {}, 'k')",
      "'XX1' is not a signing method: use HS, RS, PS or ES with 256, 384 or 512",
    ],
  ])("utils.jwt: %s is refused", async (_name, source, message) => {
    expect((await harness.failure(`exports = () => ${source}`)).message).toBe(message);
  });

  test("utils.jwt: a public key does not pass as a shared secret", async () => {
    const source = "exports = p => utils.jwt.decode(utils.jwt.encode('HS256', {}, p), p)";
    expect((await harness.failure(source, [rsa.publicKey])).message).toBe(
      "a PEM key cannot verify an HS-signed token",
    );
  });
});
