import { createHmac } from "node:crypto";
import type { Db } from "mongodb";
import { type DerivedKeys, deriveKeys } from "./derived-keys";
import { signJsonWebToken } from "./json-web-token";
import { openText, sealText } from "./sealed-text";
import { foreignKey, ServiceKeyCheck } from "./service-key-check";
import { createServiceKey, findServiceKey } from "./service-key-source";
import type { ServiceKeys } from "./service-keys";
import { TokenReader } from "./token-reader";

/** Where the service key comes from and which database it has to fit. */
export interface ServiceKeysOptions {
  /** Folder whose `service.key` (0600) is used, and created on first start. Default: a key that lives in memory only. */
  readonly dataDir?: string;
  /** `APPSTEAD_SERVICE_KEY` (32 bytes in base64) wins over the file. */
  readonly env: NodeJS.ProcessEnv;
  /** The service's database; a key other than the one that it was first used with is refused. */
  readonly db?: Db;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: () => number;
}

/**
 * Loads the key of the service, or creates it on first start, and derives the keys of all purposes.
 *
 * @throws ServiceKeyError when the key cannot be read, has a wrong form or does not fit the database
 */
export async function loadServiceKeys(options: ServiceKeysOptions): Promise<ServiceKeys> {
  const { dataDir, env, db, now = Date.now } = options;
  const found = await findServiceKey(env, dataDir);
  const check = db && (await ServiceKeyCheck.of(db));
  // A database in use has a key already: a new one could only be wrong, so none is left in the data folder.
  if (found === undefined && check?.isTaken) throw foreignKey();
  const keys = deriveKeys(found ?? (await createServiceKey(dataDir)));
  await check?.claim(keys);
  return serviceKeys(keys, now);
}

function serviceKeys(keys: DerivedKeys, now: () => number): ServiceKeys {
  const tokenKeys = { admin: keys.adminTokens, client: keys.clientTokens };
  const readers = {
    admin: new TokenReader(keys.adminTokens),
    client: new TokenReader(keys.clientTokens),
  };
  return {
    signToken: (audience, claims) => signJsonWebToken(claims, tokenKeys[audience]),
    readToken: (audience, token) => readers[audience].read(token, now()),
    encrypt: (plain, context) => sealText(plain, context, keys.encryption),
    decrypt: (sealed, context) => openText(sealed, context, keys.encryption),
    fingerprint: (plain, context) =>
      // The length keeps context and text apart: ("a", "bc") and ("ab", "c") differ.
      createHmac("sha256", keys.fingerprints).update(`${context.length}:${context}${plain}`).digest("hex"),
  };
}
