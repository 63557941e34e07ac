import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const formatVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** A sealed text that cannot be opened: made under another key, for another object, or damaged. */
export class SealedTextError extends Error {
  override readonly name = "SealedTextError";
}

/**
 * Encrypts a text with AES-256-GCM; the result is base64 of version, nonce, ciphertext and tag.
 *
 * @param context authenticated with the text: it can be opened only with the same one
 */
export function sealText(plain: string, context: string, key: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(formatVersion), nonce, encrypted, cipher.getAuthTag()]).toString("base64");
}

/**
 * Decrypts what `sealText` made.
 *
 * @throws SealedTextError when the key, the context or the text is not the one it was made with
 */
export function openText(sealed: string, context: string, key: Buffer): string {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes[0] !== formatVersion || bytes.length < 1 + nonceBytes + tagBytes) throw damaged();
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(bytes.length - tagBytes));
  try {
    const body = bytes.subarray(1 + nonceBytes, bytes.length - tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw damaged(cause);
  }
}

function damaged(cause?: unknown): SealedTextError {
  return new SealedTextError(
    "an encrypted text cannot be opened: it was sealed under another service key or for another object, or is damaged; start the service with the key that wrote it",
    { cause },
  );
}
