import { randomBytes, randomUUID } from "node:crypto";
import { type Collection, type Db, ObjectId } from "mongodb";
import { ensureIndexes } from "../../database/ensure-indexes";
import type { KeyPair } from "./admin-settings";
import { hashPrivateKey, privateKeyMatches } from "./private-key-hash";

/** A programmatic key pair and the admin user that logs in with it. */
export interface AdminKeyDocument {
  /** Id of the admin user. */
  readonly _id: string;
  readonly domain_id: string;
  readonly public_key: string;
  readonly private_key_hash: string;
  /** Projects that the user administers. */
  readonly group_ids: readonly string[];
}

/** Admin key pairs in the collection `admin_keys`. */
export class AdminKeys {
  readonly #collection: Collection<AdminKeyDocument>;
  #decoy: Promise<string> | undefined;

  constructor(db: Db) {
    this.#collection = db.collection<AdminKeyDocument>("admin_keys");
  }

  async initialize(): Promise<void> {
    await ensureIndexes(this.#collection, [{ key: { public_key: 1 }, unique: true }]);
  }

  async any(): Promise<boolean> {
    return (await this.#collection.findOne({}, { projection: { _id: 1 } })) !== null;
  }

  async byId(userId: string): Promise<AdminKeyDocument | undefined> {
    return (await this.#collection.findOne({ _id: userId })) ?? undefined;
  }

  async byPublicKey(publicKey: string): Promise<AdminKeyDocument | undefined> {
    return (await this.#collection.findOne({ public_key: publicKey })) ?? undefined;
  }

  /** The user of a key pair; `undefined` when the pair is wrong, after the same amount of work. */
  async verify(pair: KeyPair): Promise<AdminKeyDocument | undefined> {
    const known = await this.byPublicKey(pair.publicKey);
    this.#decoy ??= hashPrivateKey(randomUUID());
    const matches = await privateKeyMatches(pair.privateKey, known?.private_key_hash ?? (await this.#decoy));
    return known && matches ? known : undefined;
  }

  async insert(document: AdminKeyDocument): Promise<void> {
    await this.#collection.insertOne(document);
  }

  async grant(userId: string, groupId: string): Promise<void> {
    await this.#collection.updateOne({ _id: userId }, { $addToSet: { group_ids: groupId } });
  }
}

/** A new admin user of a project, who logs in with a pair. */
export async function adminOf(pair: KeyPair, groupId: string): Promise<AdminKeyDocument> {
  return {
    _id: new ObjectId().toHexString(),
    domain_id: new ObjectId().toHexString(),
    public_key: pair.publicKey,
    private_key_hash: await hashPrivateKey(pair.privateKey),
    group_ids: [groupId],
  };
}

/** A fresh random key pair. */
export function generateKeyPair(): KeyPair {
  const letters = [...randomBytes(8)].map(byte => String.fromCharCode(97 + (byte % 26)));
  return { publicKey: letters.join(""), privateKey: randomUUID() };
}
