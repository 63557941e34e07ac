import { mkdir } from "node:fs/promises";
import type { RunningServer } from "@appstead/server";
import { adminKeyPath, readAdminKey, writeAdminKey } from "./admin-key-file";

/**
 * Keeps the key pair that this start created, and where the service can be reached, in the data folder.
 *
 * @returns path of the file, when there is one
 */
export async function keepAdminKey(dataDir: string, running: RunningServer): Promise<string | undefined> {
  const path = adminKeyPath(dataDir);
  const { url, groupId, createdKeys } = running;
  if (createdKeys !== undefined) {
    // With a database elsewhere nothing else has made the folder.
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const replaced = await readAdminKey(path);
    // The old pair may still open another database.
    if (replaced !== undefined) await writeAdminKey(`${path}.${replaced.publicKey}`, replaced);
    await writeAdminKey(path, { groupId, ...createdKeys, url });
    return path;
  }
  const known = await readAdminKey(path);
  if (known === undefined) return undefined;
  if (known.url !== url) await writeAdminKey(path, { ...known, url });
  return path;
}
