import { type Collection, MongoServerError } from "mongodb";
import { ensureIndexes } from "../../database/ensure-indexes";
import { ApiError } from "../../http/api-error";
import type { Service } from "../../service";

/** A secret as it is stored in the collection `secrets`: outside drafts and deployments, its value sealed. */
export interface SecretDocument {
  /** ObjectId in hexadecimal form. */
  readonly _id: string;
  readonly app_id: string;
  readonly name: string;
  /** Value, encrypted and bound to this app and secret. */
  readonly sealed: string;
  /** Keyed hash of the value. */
  readonly fingerprint: string;
  /** Seconds since the epoch. */
  readonly last_modified: number;
  readonly idempotency_key?: string;
}

/** What a client sends of a secret. */
export interface SecretInput {
  readonly name: string;
  readonly value: string;
}

type Parts = Pick<Service, "db" | "keys" | "now">;

/** Secrets of apps. */
export class SecretStore {
  readonly #collection: Collection<SecretDocument>;

  constructor(private readonly service: Parts) {
    this.#collection = service.db.collection<SecretDocument>("secrets");
  }

  async initialize(): Promise<void> {
    await ensureIndexes(this.#collection, [{ key: { app_id: 1, name: 1 }, unique: true }]);
  }

  /** Secrets of an app in order of creation. */
  list(appId: string): Promise<SecretDocument[]> {
    return this.#collection.find({ app_id: appId }).sort({ _id: 1 }).toArray();
  }

  async get(appId: string, id: string): Promise<SecretDocument | undefined> {
    return (await this.#collection.findOne({ _id: id, app_id: appId })) ?? undefined;
  }

  async exists(appId: string, name: string): Promise<boolean> {
    return (await this.#collection.findOne({ app_id: appId, name }, { projection: { _id: 1 } })) !== null;
  }

  /** Value of the secret with a name; `undefined` when there is none. */
  async readValue(appId: string, name: string): Promise<string | undefined> {
    const found = await this.#collection.findOne({ app_id: appId, name });
    return found ? this.open(found) : undefined;
  }

  /** Value of a secret. */
  open(secret: SecretDocument): string {
    return this.service.keys.decrypt(secret.sealed, contextOf(secret.app_id, secret._id));
  }

  async findByIdempotencyKey(appId: string, key: string): Promise<SecretDocument | undefined> {
    return (await this.#collection.findOne({ app_id: appId, idempotency_key: key })) ?? undefined;
  }

  /** @throws ApiError `SecretAlreadyExists` */
  async create(
    appId: string,
    id: string,
    input: SecretInput,
    idempotencyKey?: string,
  ): Promise<SecretDocument> {
    const document: SecretDocument = {
      _id: id,
      app_id: appId,
      name: input.name,
      ...this.#seal(appId, id, input.value),
      ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
    };
    await refuseDuplicates(input.name, () => this.#collection.insertOne(document));
    return document;
  }

  /**
   * Gives a secret another name and value.
   *
   * @throws ApiError `SecretNotFound`, `SecretAlreadyExists`
   */
  async update(appId: string, id: string, input: SecretInput): Promise<SecretDocument> {
    const set = { name: input.name, ...this.#seal(appId, id, input.value) };
    const updated = await refuseDuplicates(input.name, () =>
      this.#collection.findOneAndUpdate(
        { _id: id, app_id: appId },
        { $set: set },
        { returnDocument: "after" },
      ),
    );
    if (!updated) throw new ApiError("SecretNotFound", `secret not found: "${id}"`);
    return updated;
  }

  async delete(appId: string, id: string): Promise<void> {
    const { deletedCount } = await this.#collection.deleteOne({ _id: id, app_id: appId });
    if (deletedCount === 0) throw new ApiError("SecretNotFound", `secret not found: "${id}"`);
  }

  async deleteAll(appId: string): Promise<void> {
    await this.#collection.deleteMany({ app_id: appId });
  }

  #seal(appId: string, id: string, value: string) {
    return {
      sealed: this.service.keys.encrypt(value, contextOf(appId, id)),
      fingerprint: this.service.keys.fingerprint(value, `secret:${appId}`),
      last_modified: Math.floor(this.service.now() / 1000),
    };
  }
}

const contextOf = (appId: string, id: string) => `secret:${appId}:${id}`;

async function refuseDuplicates<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (!(cause instanceof MongoServerError) || cause.code !== 11000) throw cause;
    throw new ApiError("SecretAlreadyExists", `secret with name "${name}" already exists`, { cause });
  }
}
