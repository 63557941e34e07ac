import { randomInt } from "node:crypto";
import { type Collection, MongoServerError, ObjectId } from "mongodb";
import { ensureIndexes } from "../../database/ensure-indexes";
import { ApiError } from "../../http/api-error";
import type { Service } from "../../service";
import { type AppDocument, appsCollection } from "./app-document";

/** What a new app is made from. */
export type NewApp = Pick<
  AppDocument,
  "_id" | "group_id" | "name" | "deployment_model" | "environment" | "product"
> &
  Partial<Pick<AppDocument, "provider_region" | "location" | "template_id" | "idempotency_key">>;

/** Records of apps; their configuration is kept by the configuration store. */
export class AppStore {
  readonly #collection: Collection<AppDocument>;

  constructor(private readonly service: Pick<Service, "db" | "now">) {
    this.#collection = appsCollection(service.db);
  }

  async initialize(): Promise<void> {
    await ensureIndexes(this.#collection, [
      { key: { client_app_id: 1 }, unique: true },
      { key: { group_id: 1, name: 1 }, unique: true },
    ]);
  }

  /** Apps of a group in order of creation. */
  list(groupId: string, products: readonly string[]): Promise<AppDocument[]> {
    return this.#collection
      .find({ group_id: groupId, product: { $in: [...products] }, deleting: { $ne: true } })
      .sort({ _id: 1 })
      .toArray();
  }

  async findByName(groupId: string, name: string): Promise<AppDocument | undefined> {
    return (await this.#collection.findOne({ group_id: groupId, name })) ?? undefined;
  }

  async findByIdempotencyKey(groupId: string, key: string): Promise<AppDocument | undefined> {
    const found = await this.#collection.findOne({ group_id: groupId, idempotency_key: key });
    return found && !found.deleting ? found : undefined;
  }

  /** @throws ApiError `AccountNameInUse` */
  async insert(app: NewApp): Promise<AppDocument> {
    const seconds = Math.floor(this.service.now() / 1000);
    const document: AppDocument = {
      ...app,
      domain_id: new ObjectId().toHexString(),
      client_app_id: `${app.name.toLowerCase()}-${fiveLetters()}`,
      last_used: seconds,
      last_modified: seconds,
    };
    try {
      await this.#collection.insertOne(document, { ignoreUndefined: true });
    } catch (cause) {
      if (!(cause instanceof MongoServerError) || cause.code !== 11000) throw cause;
      if (!(await this.findByName(app.group_id, app.name))) return this.insert(app);
      throw nameInUse(app.name, cause);
    }
    return document;
  }

  async set(appId: string, changes: Partial<AppDocument>): Promise<AppDocument> {
    const last_modified = Math.floor(this.service.now() / 1000);
    const updated = await this.#collection.findOneAndUpdate(
      { _id: appId, deleting: { $ne: true } },
      { $set: { ...changes, last_modified } },
      { returnDocument: "after" },
    );
    if (!updated) throw new ApiError("AppNotFound", `app not found: '${appId}'`);
    return updated;
  }

  /** Makes an app invisible and its name free; what belongs to it can then be removed. */
  async markDeleting(appId: string): Promise<void> {
    const free = `deleting ${appId}`;
    await this.#collection.updateOne(
      { _id: appId },
      { $set: { deleting: true, name: free, client_app_id: free } },
    );
  }

  /** Apps whose removal was begun and not finished. */
  async deleting(): Promise<string[]> {
    return (await this.#collection.find({ deleting: true }).toArray()).map(app => app._id);
  }

  async erase(appId: string): Promise<void> {
    await this.#collection.deleteOne({ _id: appId });
  }
}

/** The answer when an app of the name exists. */
export function nameInUse(name: string, cause?: unknown): ApiError {
  return new ApiError("AccountNameInUse", `name already in use: an app "${name}" exists in this project`, {
    cause,
  });
}

function fiveLetters(): string {
  return Array.from({ length: 5 }, () => String.fromCharCode(97 + randomInt(26))).join("");
}
