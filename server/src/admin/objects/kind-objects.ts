import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject, type Kind } from "@appstead/sdk";
import { ObjectId } from "mongodb";
import type { ConfigObject, ConfigView, Edit } from "../../config/config-store";
import { KeyedQueue } from "../../config/keyed-queue";
import { ApiError } from "../../http/api-error";
import { isErrorCode } from "../../http/error-table";
import type { AdminParts } from "../admin-parts";
import { checkRecord } from "./check-record";
import { fixedFields, refuseFixedChanges } from "./fixed-fields";
import { type HookTable, hooksOf } from "./hook-table";
import type { KindHooks } from "./kind-hooks";
import { parentOf, type SectionField, sectionsOf } from "./kind-paths";
import { mergeRecord } from "./merge-record";
import { configStorage, type ObjectStorage } from "./object-storage";
import type { Place } from "./place";
import { sectionEdits, splitSection } from "./sections";

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
    this.#storage = this.#hooks.storage ?? configStorage(kind.name);
  }

  async list(place: Place): Promise<ConfigObject[]> {
    await this.#checkParent(place);
    return this.#storage.list(place);
  }

  /** @throws ApiError with the kind's own code when there is no such object */
  async read(
    place: Place,
    id: string | undefined,
    operation: "read" | "update" | "delete" = "read",
  ): Promise<ConfigObject> {
    await this.#checkParent(place);
    const found =
      id === undefined ? (await this.#storage.list(place))[0] : await this.#storage.get(place, id);
    if (!found || (place.parentId !== undefined && found.parentId !== place.parentId)) {
      throw this.#hooks.missing?.(operation, id ?? "") ?? notFound(this.kind, id ?? "");
    }
    return found;
  }

  /** Creates an object; the same idempotency key again finds the object that it made. */
  async create(place: Place, body: JsonObject, idempotencyKey?: string): Promise<ConfigObject> {
    if (idempotencyKey === undefined) return this.#create(place, body);
    return this.#inTurn(place, `key ${place.scope.userId} ${idempotencyKey}`, async () => {
      const first = await this.#storage.findByIdempotencyKey(place, idempotencyKey);
      return first ?? this.#create(place, body, idempotencyKey);
    });
  }

  /** Replaces an object, or with `merge` changes what the body names. */
  update(place: Place, id: string | undefined, body: JsonObject, merge: boolean): Promise<ConfigObject> {
    return this.#changing(place, id, before => {
      const completed = this.#hooks.complete?.(body, before) ?? body;
      return this.#write(place, merge ? mergeRecord(this.kind, before.record, completed) : completed, {
        before,
      });
    });
  }

  /** Changes the field that holds a section and settings of the object itself; `null` removes a setting. */
  updateField(place: Place, id: string, at: SectionField, body: JsonObject): Promise<ConfigObject> {
    return this.#changing(place, id, before => {
      const held = before.record[at.field];
      const { own, fragment } = splitSection(at.section, body);
      const merged = Object.entries({ ...(isJsonObject(held) ? held : {}), ...own });
      const kept = Object.fromEntries(merged.filter(([, value]) => value !== null));
      return this.#write(place, { ...before.record, [at.field]: { ...kept, ...fragment } }, { before });
    });
  }

  toggle(place: Place, id: string, disabled: boolean): Promise<ConfigObject> {
    return this.#changing(place, id, before => {
      const object = this.#stamped({ ...before, record: { ...before.record, disabled } });
      return this.#storage.put(place, { object, before, companions: [] });
    });
  }

  /** Deletes an object with everything that lives under it. */
  async remove(place: Place, id: string | undefined): Promise<void> {
    const object = await this.read(place, id, "delete");
    this.#hooks.beforeDelete?.(object);
    await this.#storage.delete(place, object.id);
  }

  /** Reads an object and changes it, with no other change of this service in between. */
  #changing(
    place: Place,
    id: string | undefined,
    change: (before: ConfigObject) => Promise<ConfigObject>,
  ): Promise<ConfigObject> {
    return this.#inTurn(place, `id ${place.parentId ?? ""} ${id ?? ""}`, async () =>
      change(await this.read(place, id, "update")),
    );
  }

  #inTurn<T>(place: Place, key: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(`${place.scope.appId} ${key}`, () => {
      place.refresh();
      return work();
    });
  }

  async #create(place: Place, body: JsonObject, idempotencyKey?: string): Promise<ConfigObject> {
    await this.#checkParent(place);
    if (this.kind.shape === "singleton" && (await this.#storage.list(place)).length > 0) {
      throw this.#hooks.exists?.() ?? new ApiError("BadRequest", `the ${this.kind.title} already exists`);
    }
    return this.#write(place, this.#hooks.complete?.(body) ?? body, { idempotencyKey });
  }

  async #write(
    place: Place,
    wanted: JsonObject,
    { before, idempotencyKey }: { before?: ConfigObject; idempotencyKey?: string | undefined },
  ): Promise<ConfigObject> {
    const id = before?.id ?? new ObjectId().toHexString();
    const { own, edits } = await this.#takeSections(wanted, id, await place.view());
    if (before) this.#refuseOtherType(before.record, own);
    const record = await checkRecord(this.parts, this.kind, own);
    if (before && edits.length > 0 && isDeepStrictEqual(record, before.record)) {
      await place.apply(edits);
      return before;
    }
    const { parentId } = place;
    const fresh = {
      kind: this.kind.name,
      id,
      lastModified: 0,
      ...(parentId === undefined ? {} : { parentId }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    };
    const object = this.#stamped({ ...(before ?? fresh), record });
    return this.#storage.put(place, { object, companions: edits, ...(before ? { before } : {}) });
  }

  /** What an object is stays: other settings, and others that refer to it, were made for that. */
  #refuseOtherType(before: JsonObject, wanted: JsonObject): void {
    const fixed = fixedFields(this.kind, before).filter(({ path: [key, ...inner], value }) => {
      return inner.length === 0 && typeof value === "string" && wanted[key ?? ""] !== undefined;
    });
    refuseFixedChanges(fixed, wanted, `delete the ${this.kind.title} and create it again`);
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
    const stamped = edits.map(
      (edit): Edit => (edit.op === "put" ? { ...edit, object: this.#stamped(edit.object) } : edit),
    );
    return { own, edits: stamped };
  }

  #stamped(object: ConfigObject): ConfigObject {
    return { ...object, lastModified: Math.floor(this.parts.service.now() / 1000) };
  }

  async #checkParent(place: Place): Promise<void> {
    const parent = parentOf(this.kind);
    if (!parent || place.parentId === undefined) return;
    const view = await place.view();
    if (!(await view.get(parent.kind.name, place.parentId))) throw notFound(parent.kind, place.parentId);
  }
}

function notFound(kind: Kind, id: string): ApiError {
  const code = kind.errorCodes.notFound ?? "";
  const title = code === "ServiceNotFound" ? "service" : kind.title;
  return new ApiError(isErrorCode(code) ? code : "NotFound", `${title} not found: '${id}'`);
}
