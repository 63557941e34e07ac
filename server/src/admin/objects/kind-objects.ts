import { isJsonObject, type JsonObject, type Kind } from "@appstead/sdk";
import { ObjectId } from "mongodb";
import type { ConfigObject, ConfigView, Edit, Scope } from "../../config/config-store";
import { KeyedQueue } from "../../config/keyed-queue";
import { ApiError } from "../../http/api-error";
import { isErrorCode } from "../../http/error-table";
import type { AdminParts } from "../admin-parts";
import { checkRecord } from "./check-record";
import { type HookTable, hooksOf } from "./hook-table";
import type { KindHooks } from "./kind-hooks";
import { parentOf, sectionsOf } from "./kind-paths";
import { mergeRecord } from "./merge-record";
import { configStorage, type ObjectStorage } from "./object-storage";
import { sectionEdits, splitSection } from "./sections";

/** Where a request works: whose view of which app, below which object. */
export interface Place {
  readonly scope: Scope;
  readonly parentId?: string;
}

/** Reads and writes the objects of one kind for the Admin API. */
export class KindObjects {
  readonly #storage: ObjectStorage;
  readonly #hooks: KindHooks;
  readonly #queue = new KeyedQueue();

  constructor(
    private readonly parts: AdminParts,
    private readonly kind: Kind,
    table: HookTable,
  ) {
    this.#hooks = hooksOf(table, kind);
    this.#storage = this.#hooks.storage ?? configStorage(parts.service.config, kind.name);
  }

  view(place: Place): Promise<ConfigView> {
    return this.parts.service.config.view(place.scope);
  }

  async list(place: Place): Promise<ConfigObject[]> {
    await this.#checkParent(place);
    return this.#storage.list(place.scope, place.parentId);
  }

  /** @throws ApiError with the kind's own code when there is no such object */
  async read(
    place: Place,
    id: string | undefined,
    operation: "read" | "update" | "delete" = "read",
  ): Promise<ConfigObject> {
    await this.#checkParent(place);
    const found =
      id === undefined
        ? (await this.#storage.list(place.scope, place.parentId))[0]
        : await this.#storage.get(place.scope, id);
    if (!found || (place.parentId !== undefined && found.parentId !== place.parentId)) {
      throw this.#hooks.missing?.(operation) ?? this.#missing(id ?? "");
    }
    return found;
  }

  /** Creates an object; the same idempotency key again finds the object that it made. */
  async create(place: Place, body: JsonObject, idempotencyKey?: string): Promise<ConfigObject> {
    if (idempotencyKey === undefined) return this.#create(place, body);
    return this.#queue.run(`${place.scope.appId}/${place.scope.userId}/${idempotencyKey}`, async () => {
      const first = await this.#storage.findByIdempotencyKey(place.scope, idempotencyKey);
      return first ?? this.#create(place, body, idempotencyKey);
    });
  }

  /** Replaces an object, or with `merge` changes what the body names. */
  update(place: Place, id: string | undefined, body: JsonObject, merge: boolean): Promise<ConfigObject> {
    return this.#queue.run(`${place.scope.appId}/${place.parentId ?? ""}/${id ?? ""}`, async () => {
      const before = await this.read(place, id, "update");
      const completed = this.#hooks.complete?.(body, before) ?? body;
      return this.#write(place, merge ? mergeRecord(this.kind, before.record, completed) : completed, before);
    });
  }

  /** Changes one field that holds a section and settings of the object itself. */
  updateField(place: Place, id: string, field: string, body: JsonObject): Promise<ConfigObject> {
    return this.#queue.run(`${place.scope.appId}//${id}`, async () => {
      const before = await this.read(place, id, "update");
      const held = before.record[field];
      const merged = { ...(isJsonObject(held) ? held : {}), ...body };
      const kept = Object.entries(merged).filter(([, value]) => value !== null);
      return this.#write(place, { ...before.record, [field]: Object.fromEntries(kept) }, before);
    });
  }

  toggle(place: Place, id: string, disabled: boolean): Promise<ConfigObject> {
    return this.#queue.run(`${place.scope.appId}//${id}`, async () => {
      const before = await this.read(place, id, "update");
      return this.#put(place, { ...before, record: { ...before.record, disabled } }, [], before);
    });
  }

  /** Deletes an object with everything that lives under it. */
  async remove(place: Place, id: string | undefined): Promise<void> {
    const object = await this.read(place, id, "delete");
    this.#hooks.beforeDelete?.(object);
    await this.#storage.delete(place.scope, object.id);
  }

  async #create(place: Place, body: JsonObject, idempotencyKey?: string): Promise<ConfigObject> {
    await this.#checkParent(place);
    if (
      this.kind.shape === "singleton" &&
      (await this.#storage.list(place.scope, place.parentId)).length > 0
    ) {
      throw this.#hooks.exists?.() ?? new ApiError("BadRequest", `the ${this.kind.title} already exists`);
    }
    return this.#write(place, this.#hooks.complete?.(body) ?? body, undefined, idempotencyKey);
  }

  async #write(
    place: Place,
    wanted: JsonObject,
    before?: ConfigObject,
    idempotencyKey?: string,
  ): Promise<ConfigObject> {
    const view = await this.view(place);
    const id = before?.id ?? new ObjectId().toHexString();
    const { own, edits } = await this.#takeSections(wanted, id, view);
    const record = await checkRecord(this.parts, this.kind, own);
    const { parentId } = place;
    const object: ConfigObject = before
      ? { ...before, record }
      : {
          kind: this.kind.name,
          id,
          record,
          lastModified: 0,
          ...(parentId === undefined ? {} : { parentId }),
          ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        };
    return this.#put(place, object, edits, before);
  }

  /** Sections are objects of their own: an edit of one leaves the object around it alone. */
  async #takeSections(
    wanted: JsonObject,
    id: string,
    view: ConfigView,
  ): Promise<{ own: JsonObject; edits: Edit[] }> {
    let own = wanted;
    const edits: Edit[] = [];
    for (const { section, field } of sectionsOf(this.kind)) {
      const holder = own[field];
      if (!isJsonObject(holder)) continue;
      const split = splitSection(section, holder);
      own = { ...own, [field]: split.own };
      const before = await view.get(section.name, id);
      edits.push(...(await sectionEdits(this.parts, section, split.fragment, { id, before })));
    }
    return { own, edits: edits.map(edit => this.#stamped(edit)) };
  }

  #put(
    place: Place,
    object: ConfigObject,
    companions: readonly Edit[],
    before: ConfigObject | undefined,
  ): Promise<ConfigObject> {
    return this.#storage.put(place.scope, { ...object, lastModified: this.#seconds() }, companions, before);
  }

  #stamped(edit: Edit): Edit {
    return edit.op === "put"
      ? { op: "put", object: { ...edit.object, lastModified: this.#seconds() } }
      : edit;
  }

  async #checkParent(place: Place): Promise<void> {
    const parent = parentOf(this.kind);
    if (!parent || place.parentId === undefined) return;
    const view = await this.view(place);
    if (!(await view.get(parent.kind.name, place.parentId))) throw notFound(parent.kind, place.parentId);
  }

  #missing(id: string): ApiError {
    return notFound(this.kind, id);
  }

  #seconds(): number {
    return Math.floor(this.parts.service.now() / 1000);
  }
}

function notFound(kind: Kind, id: string): ApiError {
  const code = kind.errorCodes.notFound ?? "";
  const title = code === "ServiceNotFound" ? "service" : kind.title;
  return new ApiError(isErrorCode(code) ? code : "NotFound", `${title} not found: '${id}'`);
}
