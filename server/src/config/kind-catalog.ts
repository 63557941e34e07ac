import { isJsonObject, type JsonObject, type Kind, type KindName } from "@appstead/sdk";

/** What the store needs to know of the kinds, derived from their definitions. */
export class KindCatalog {
  readonly #kinds: ReadonlyMap<string, Kind>;
  readonly #parents = new Map<string, Kind>();

  constructor(kinds: readonly Kind[]) {
    this.#kinds = new Map(kinds.map(kind => [kind.name, kind]));
    for (const kind of kinds) {
      const parent = kinds.find(
        candidate => candidate.path === pathAboveLastParameter(kind) && candidate.drafted,
      );
      if (parent) this.#parents.set(kind.name, parent);
    }
  }

  /** @throws Error when the store was not made for this kind: a mistake of the caller, not of a user */
  get(name: KindName): Kind {
    const kind = this.#kinds.get(name);
    if (!kind) throw new Error(`Unknown kind: the configuration store was created without the kind ${name}.`);
    return kind;
  }

  /** Whether objects of the kind live in this store, so that references to them can be checked here. */
  holds(name: KindName): boolean {
    return this.#kinds.get(name)?.drafted === true;
  }

  /** The kind that objects of a kind live under, for example data sources above rules. */
  parentOf(name: KindName): Kind | undefined {
    return this.#parents.get(name);
  }

  /** Values of the natural key; `undefined` for kinds whose siblings cannot be told apart by their inputs. */
  naturalKey(name: KindName, record: JsonObject): unknown[] | undefined {
    const kind = this.get(name);
    const onlyOne = kind.shape === "singleton" || kind.shape === "section";
    if (kind.naturalKey.length === 0 && !onlyOne) return undefined;
    return kind.naturalKey.map(path => valueAt(record, path.split(".")) ?? null);
  }

  /** The name by which other objects refer to this one. */
  nameOf(name: KindName, record: JsonObject): string | undefined {
    const key = this.naturalKey(name, record);
    return key?.length === 1 && typeof key[0] === "string" ? key[0] : undefined;
  }

  /** Words that name an object in messages, for example `trigger "onOrder"`. */
  label(object: { kind: KindName; id: string; record: JsonObject }): string {
    const words = this.naturalKey(object.kind, object.record)?.filter(value => typeof value === "string");
    return `${this.get(object.kind).title} "${words?.length ? words.join(".") : object.id}"`;
  }
}

/** Value at a path of a JSON document. */
export function valueAt(data: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, data);
}

function pathAboveLastParameter(kind: Kind): string | undefined {
  return /^(.*\{appId\}.*)\/\{\w+\}/.exec(kind.path)?.[1];
}
