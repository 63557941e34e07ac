import { createHmac } from "node:crypto";
import type { Db } from "mongodb";
import type { DerivedKeys } from "./derived-keys";
import { ServiceKeyError } from "./service-key-error";
import { serviceKeyFile, serviceKeyVariable } from "./service-key-source";

interface KeyCheck {
  readonly _id: string;
  readonly value: string;
}

const checkId = "service-key";

/** Whether some key has already written to this database. */
export async function hasServiceKeyCheck(db: Db): Promise<boolean> {
  return (await checks(db).findOne({ _id: checkId })) !== null;
}

/**
 * Ties a database to the first key used with it: servers that share one must share the key too.
 *
 * @throws ServiceKeyError when the database belongs to another key
 */
export async function checkServiceKey(db: Db, keys: DerivedKeys): Promise<void> {
  const value = createHmac("sha256", keys.check).update(checkId).digest("hex");
  await checks(db).updateOne({ _id: checkId }, { $setOnInsert: { value } }, { upsert: true });
  const stored = await checks(db).findOne({ _id: checkId });
  if (stored?.value !== value) throw foreignKey();
}

/** The database needs a key that this server was not given. */
export function foreignKey(): ServiceKeyError {
  return new ServiceKeyError(
    `service key does not fit: the database was written under another one; all servers of a database share one key, so set ${serviceKeyVariable} to the contents of the first server's ${serviceKeyFile}, or restore that file`,
  );
}

function checks(db: Db) {
  return db.collection<KeyCheck>("service_checks");
}
