import { checkInputs, type JsonObject, type Kind, kindNamed } from "@appstead/sdk";
import { ObjectId } from "mongodb";
import { KeyedQueue } from "../../config/keyed-queue";
import type { AdminParts } from "../admin-parts";
import { inputError } from "../objects/input-error";
import type { AppDocument } from "./app-document";
import { AppStore, nameInUse } from "./app-store";
import { freshAppEdits, serviceUserId } from "./fresh-app";
import { placementOf } from "./placement";
import { checkTemplateId } from "./templates";

/** Where and how an app is created. */
export interface CreateOptions {
  readonly groupId: string;
  readonly product: string;
  readonly idempotencyKey?: string;
}

/** Creates and removes apps with everything that belongs to them. */
export class Apps {
  readonly store: AppStore;
  readonly #kind: Kind;
  readonly #queue = new KeyedQueue();

  constructor(private readonly parts: AdminParts) {
    this.store = new AppStore(parts.service);
    const kind = kindNamed("App");
    if (!kind) throw new Error("the definitions have no kind App");
    this.#kind = kind;
  }

  /** Prepares indexes and finishes removals that were cut off. */
  async initialize(): Promise<void> {
    await this.store.initialize();
    for (const appId of await this.store.deleting()) await this.#erase(appId);
  }

  /** @throws ApiError `AccountNameInUse`, `InvalidParameter`, `MissingParameter` */
  create(body: JsonObject, options: CreateOptions): Promise<AppDocument> {
    const { groupId, idempotencyKey } = options;
    if (idempotencyKey === undefined) return this.#create(body, options);
    return this.#queue.run(`${groupId}/${idempotencyKey}`, async () => {
      const first = await this.store.findByIdempotencyKey(groupId, idempotencyKey);
      return first ?? this.#create(body, options);
    });
  }

  /** @throws ApiError `InvalidParameter`, `MissingParameter` */
  setEnvironment(app: AppDocument, body: JsonObject): Promise<AppDocument> {
    const { environment } = this.#check({ name: app.name, environment: body["environment"] });
    if (environment === undefined) throw inputError([{ path: ["environment"], message: "is required" }]);
    return this.store.set(app._id, { environment });
  }

  /** Removes an app: it is gone at once, what belongs to it follows. */
  async remove(appId: string): Promise<void> {
    await this.store.markDeleting(appId);
    await this.#erase(appId);
  }

  async #create(body: JsonObject, { groupId, product, idempotencyKey }: CreateOptions): Promise<AppDocument> {
    const input = this.#check(body);
    const place = placementOf(input);
    if (input.template_id !== undefined) checkTemplateId(input.template_id);
    const { config, now } = this.parts.service;
    const seed = freshAppEdits(body["data_source"], Math.floor(now() / 1000));
    if (await this.store.findByName(groupId, input.name)) throw nameInUse(input.name);
    const appId = new ObjectId().toHexString();
    // The record comes last: an app can be seen only when it is complete.
    await config.createApp(appId);
    await config.apply({ groupId, appId, userId: serviceUserId }, seed);
    try {
      return await this.store.insert({
        _id: appId,
        group_id: groupId,
        name: input.name,
        ...place,
        environment: input.environment ?? "",
        product,
        ...(input.template_id === undefined ? {} : { template_id: input.template_id }),
        ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
      });
    } catch (error) {
      await config.deleteApp(appId);
      throw error;
    }
  }

  async #erase(appId: string): Promise<void> {
    await this.parts.service.config.deleteApp(appId);
    await this.parts.secrets.deleteAll(appId);
    await this.parts.forgetApp(appId);
    await this.store.erase(appId);
  }

  #check(body: JsonObject) {
    const checked = checkInputs(this.#kind, body, { tolerateUnknownKeys: true });
    if (!checked.ok) throw inputError(checked.issues);
    const text = (key: string) => (typeof checked.value[key] === "string" ? checked.value[key] : undefined);
    return {
      name: text("name") ?? "",
      provider_region: text("provider_region"),
      location: text("location"),
      deployment_model: text("deployment_model"),
      environment: text("environment"),
      template_id: text("template_id"),
    };
  }
}
