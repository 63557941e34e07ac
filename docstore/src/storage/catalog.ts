import { randomBytes } from "node:crypto";
import { decodeDoc } from "../bson/decode.js";
import { encodeDoc } from "../bson/encode.js";
import type { Doc } from "../bson/value.js";
import { asBytes, type Database } from "./database.js";
import { type IndexInfo, readIndex } from "./index-info.js";

/** A collection as of one version of the catalog. */
export interface CollectionInfo {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly uuid: Uint8Array;
  readonly options: Doc;
  readonly indexes: readonly IndexInfo[];
}

export function namespaceOf(collection: Pick<CollectionInfo, "db" | "name">): string {
  return `${collection.db}.${collection.name}`;
}

/** Documents live in one table per collection, keys in one per index, so that dropping either is one statement. */
export const documentTable = (collection: Pick<CollectionInfo, "id">): string => `c${collection.id}`;
export const indexTable = (index: Pick<IndexInfo, "id">): string => `x${index.id}`;

/** Collections and indexes by name, cached until another connection's change raises the catalog's version. */
export class Catalog {
  readonly #cache = new Map<string, CollectionInfo | undefined>();
  #version = 0;

  constructor(readonly database: Database) {}

  /** Call at the start of every transaction. */
  refresh(): void {
    const version = Number(this.database.get("SELECT value FROM meta WHERE name = 'catalog'")?.[0] ?? 0);
    if (version === this.#version) return;
    this.#version = version;
    this.#cache.clear();
    this.database.forgetStatements();
  }

  /** Forgets everything: after a rollback the cache may hold what never happened. */
  invalidate(): void {
    this.#version = 0;
    this.#cache.clear();
  }

  find(db: string, name: string): CollectionInfo | undefined {
    const key = `${db}.${name}`;
    if (this.#cache.has(key)) return this.#cache.get(key);
    const row = this.database.get(
      "SELECT id, uuid, options FROM collections WHERE db = ? AND name = ?",
      db,
      name,
    );
    const found = row === undefined ? undefined : this.#read(db, name, row);
    this.#cache.set(key, found);
    return found;
  }

  #read(db: string, name: string, row: unknown[]): CollectionInfo {
    const [id, uuid, options] = row;
    const rows = this.database.all(
      "SELECT id, name, spec, multikey FROM indexes WHERE collection = ? ORDER BY id",
      Number(id),
    );
    const indexes = rows.map(([indexId, indexName, spec, multikey]) =>
      readIndex(Number(indexId), String(indexName), decodeDoc(asBytes(spec)), Number(multikey)),
    );
    return {
      id: Number(id),
      db,
      name,
      uuid: uuid instanceof Uint8Array ? uuid : new Uint8Array(),
      options: decodeDoc(options instanceof Uint8Array ? options : new Uint8Array()),
      indexes,
    };
  }

  list(db: string): CollectionInfo[] {
    const names = this.database.all("SELECT name FROM collections WHERE db = ? ORDER BY name", db);
    return names.flatMap(([name]) => this.find(db, String(name)) ?? []);
  }

  databases(): string[] {
    return this.database.all("SELECT DISTINCT db FROM collections ORDER BY db").map(([db]) => String(db));
  }

  /** Makes a collection; its `_id` index is made by the caller through `addIndex`. */
  create(db: string, name: string, options: Doc): void {
    const { lastId } = this.database.run(
      "INSERT INTO collections (db, name, uuid, options) VALUES (?, ?, ?, ?)",
      db,
      name,
      randomBytes(16),
      encodeDoc(options),
    );
    this.database.exec(`CREATE TABLE c${lastId} (rid INTEGER PRIMARY KEY, doc BLOB NOT NULL)`);
    this.#changed();
  }

  addIndex(collection: CollectionInfo, name: string, spec: Doc): void {
    const { lastId } = this.database.run(
      "INSERT INTO indexes (collection, name, spec) VALUES (?, ?, ?)",
      collection.id,
      name,
      encodeDoc(spec),
    );
    this.database.exec(
      `CREATE TABLE x${lastId} (k BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (k, rid)) WITHOUT ROWID`,
    );
    this.#changed();
  }

  dropIndex(index: IndexInfo): void {
    this.database.run("DELETE FROM indexes WHERE id = ?", index.id);
    this.#changed();
    this.database.exec(`DROP TABLE ${indexTable(index)}`);
  }

  drop(collection: CollectionInfo): void {
    for (const index of collection.indexes) this.dropIndex(index);
    this.database.run("DELETE FROM collections WHERE id = ?", collection.id);
    this.#changed();
    this.database.exec(`DROP TABLE ${documentTable(collection)}`);
  }

  rename(collection: CollectionInfo, db: string, name: string): void {
    this.database.run("UPDATE collections SET db = ?, name = ? WHERE id = ?", db, name, collection.id);
    this.#changed();
  }

  /** Records that the fields of `mask` of an index hold arrays, which limits how queries may use it. */
  setMultikey(index: IndexInfo, mask: number): void {
    this.database.run("UPDATE indexes SET multikey = multikey | ? WHERE id = ?", mask, index.id);
    this.#changed();
  }

  #changed(): void {
    this.database.run("UPDATE meta SET value = value + 1 WHERE name = 'catalog'");
    this.#cache.clear();
    this.database.forgetStatements();
  }
}
