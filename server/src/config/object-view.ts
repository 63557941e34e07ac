import type { JsonObject, KindName } from "@appstead/sdk";
import type { ConfigObject, ConfigView } from "./config-store";
import type { KindCatalog } from "./kind-catalog";
import { givenName, type PairReference, withFields } from "./references-in";
import type { Source } from "./source";
import type { StoredObject } from "./stored-object";
import { terms } from "./terms";

/** A view of a source; readers get both fields of every reference pair, the name as the target has it now. */
export class ObjectView implements ConfigView {
  constructor(
    private readonly catalog: KindCatalog,
    private readonly source: Source,
    readonly draftId?: string,
  ) {}

  get(kind: KindName, id: string): Promise<ConfigObject | undefined> {
    return this.#one(terms.id(kind, id));
  }

  async list(kind: KindName, parentId?: string): Promise<ConfigObject[]> {
    const term = parentId === undefined ? terms.kind(kind) : terms.child(parentId);
    const found = (await this.source.lookup([term])).filter(object => object.kind === kind);
    return Promise.all(found.sort(byCreation).map(object => this.present(object)));
  }

  find(kind: KindName, key: readonly unknown[], parentId?: string): Promise<ConfigObject | undefined> {
    return this.#one(terms.name(kind, key, parentId));
  }

  findByIdempotencyKey(kind: KindName, key: string): Promise<ConfigObject | undefined> {
    return this.#one(terms.idempotency(kind, key));
  }

  /** An object as readers see it. */
  async present({
    kind,
    id,
    parentId,
    record,
    lastModified,
    idempotencyKey,
    pairs,
  }: StoredObject): Promise<ConfigObject> {
    const filled = await Promise.all(
      pairs.map(async pair => ({ pair, fields: await this.#fieldsOf(pair, record) })),
    );
    const complete = filled.reduce((data, { pair, fields }) => withFields(data, pair.at, fields), record);
    return { kind, id, parentId, record: complete, lastModified, idempotencyKey };
  }

  async #one(term: string): Promise<ConfigObject | undefined> {
    const [found] = await this.source.lookup([term]);
    return found && this.present(found);
  }

  async #fieldsOf(pair: PairReference, record: JsonObject): Promise<JsonObject> {
    if (!this.catalog.holds(pair.kind)) return {};
    const term =
      pair.id === undefined ? terms.name(pair.kind, [givenName(pair, record)]) : terms.id(pair.kind, pair.id);
    const [target] = await this.source.lookup([term]);
    const name = target && this.catalog.nameOf(target.kind, target.record);
    if (!target || name === undefined) return {};
    return { [pair.idKey]: target.id, [pair.nameKey]: name };
  }
}

/** Oldest first. */
export function byCreation(a: StoredObject, b: StoredObject): number {
  return a.order - b.order || (a.id < b.id ? -1 : 1);
}
