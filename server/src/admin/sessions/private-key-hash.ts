import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const cost = { N: 16_384, r: 8, p: 1 };
const hashBytes = 32;

/** Salted scrypt hash of a private key: all that the database holds of it. */
export async function hashPrivateKey(privateKey: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const hash = await derive(privateKey, salt);
  return `${salt.toString("base64url")}.${hash.toString("base64url")}`;
}

/** Whether a private key belongs to a hash; takes the same time for every outcome. */
export async function privateKeyMatches(privateKey: string, stored: string): Promise<boolean> {
  const [salt = "", hash = ""] = stored.split(".").map(part => Buffer.from(part, "base64url"));
  const candidate = await derive(privateKey, Buffer.from(salt));
  return hash.length === hashBytes && timingSafeEqual(candidate, Buffer.from(hash));
}

function derive(privateKey: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(privateKey, salt, hashBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
