import { mkdir } from "node:fs/promises";
import { type AdminKey, adminKeyPath, readAdminKey, writeAdminKey } from "./admin-key-file";

/** Keeps the key pair that this start makes up in the data folder. */
export async function keepAdminKey(dataDir: string, key: AdminKey): Promise<void> {
  const path = adminKeyPath(dataDir);
  // With a database elsewhere nothing else has made the folder.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const replaced = await readAdminKey(path);
  // The old pair may still open another database.
  if (replaced !== undefined) await writeAdminKey(`${path}.${replaced.publicKey}`, replaced);
  await writeAdminKey(path, key);
}

/**
 * Brings the address in the data folder's key file up to date.
 *
 * @returns path of the file, when there is one
 */
export async function keepAddress(dataDir: string, url: string): Promise<string | undefined> {
  const path = adminKeyPath(dataDir);
  const known = await readAdminKey(path);
  if (known === undefined) return undefined;
  if (known.url !== url) await writeAdminKey(path, { ...known, url });
  return path;
}
