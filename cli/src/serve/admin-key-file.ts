import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { CommandError, exitCode } from "../exit-code";

/** What `admin-key.json` holds. */
export interface AdminKey {
  readonly groupId: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where the service was last reached. */
  readonly url?: string;
}

/** Path of the file in a data folder. */
export function adminKeyPath(dataDir: string): string {
  return join(dataDir, "admin-key.json");
}

/**
 * Reads a key file; undefined when there is none.
 *
 * @throws CommandError when it cannot be read or is not a key file
 */
export async function readAdminKey(path: string): Promise<AdminKey | undefined> {
  const text = await readText(path);
  if (text === undefined) return undefined;
  const key = parse(text);
  // The text is not quoted: it holds a private key.
  if (key === undefined)
    throw new CommandError(`${path} is not an admin key file; restore or remove it`, exitCode.failure);
  return key;
}

/** Writes a key file that only its owner can read; a crash leaves the old one or the new one. */
export async function writeAdminKey(path: string, key: AdminKey): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(`${JSON.stringify(key, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw new CommandError(`cannot write ${path}: ${reason(cause)}`, exitCode.failure, { cause });
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw new CommandError(`cannot read ${path}: ${reason(cause)}`, exitCode.failure, { cause });
  }
}

function parse(text: string): AdminKey | undefined {
  try {
    const { groupId, publicKey, privateKey, url } = JSON.parse(text) as Record<string, unknown>;
    if (typeof groupId !== "string" || typeof publicKey !== "string" || typeof privateKey !== "string")
      return undefined;
    return { groupId, publicKey, privateKey, ...(typeof url === "string" ? { url } : {}) };
  } catch {
    return undefined;
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
