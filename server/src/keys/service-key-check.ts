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

/** Ties a database to the first key used with it: servers that share one must share the key too. */
export class ServiceKeyCheck {
  private constructor(
    private readonly db: Db,
    private readonly stored: string | undefined,
  ) {}

  static async of(db: Db): Promise<ServiceKeyCheck> {
    return new ServiceKeyCheck(db, await read(db));
  }

  /** Whether some key has already written to the database. */
  get isTaken(): boolean {
    return this.stored !== undefined;
  }

  /** @throws ServiceKeyError when the database belongs to another key */
  async claim(keys: DerivedKeys): Promise<void> {
    const value = createHmac("sha256", keys.check).update(checkId).digest("hex");
    if ((this.stored ?? (await this.#write(value))) !== value) throw foreignKey();
  }

  // Another server may do the same at this moment: the first one wins, and the other finds out.
  async #write(value: string): Promise<string | undefined> {
    await checks(this.db).updateOne({ _id: checkId }, { $setOnInsert: { value } }, { upsert: true });
    return read(this.db);
  }
}

/** The database needs a key that this server was not given. */
export function foreignKey(): ServiceKeyError {
  return new ServiceKeyError(
    `service key does not fit: the database was written under another one; all servers of a database share one key, so set ${serviceKeyVariable} to the contents of the first server's ${serviceKeyFile}, or restore that file`,
  );
}

async function read(db: Db): Promise<string | undefined> {
  return (await checks(db).findOne({ _id: checkId }))?.value;
}

function checks(db: Db) {
  return db.collection<KeyCheck>("service_checks");
}
