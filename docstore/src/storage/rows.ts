import { decodeDoc, MAX_DEPTH } from "../bson/decode.js";
import { encodeDoc } from "../bson/encode.js";
import type { Doc, Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { type Catalog, type CollectionInfo, documentTable, indexTable } from "./catalog.js";
import { asBytes, type Database } from "./database.js";
import { duplicateKeyError } from "./duplicate-key.js";
import type { IndexInfo } from "./index-info.js";
import { encodeFields, type IndexEntry, indexEntries } from "./index-keys.js";

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Writes documents together with their index entries. Every check comes before the first change to a table. */
export class Rows {
  readonly #database: Database;

  constructor(readonly catalog: Catalog) {
    this.#database = catalog.database;
  }

  insert(collection: CollectionInfo, doc: Doc, bytes: Uint8Array): void {
    checkSize(bytes);
    const plans = collection.indexes.map(index => this.#plan(collection, index, doc, undefined));
    const { lastId } = this.#database.run(`INSERT INTO ${documentTable(collection)} (doc) VALUES (?)`, bytes);
    for (const plan of plans) this.#apply(plan, lastId);
  }

  /** Replaces a document; true when its bytes changed. */
  replace(
    collection: CollectionInfo,
    rid: number,
    before: Doc,
    beforeBytes: Uint8Array,
    after: Doc,
  ): boolean {
    const bytes = encodeDoc(after, MAX_DEPTH);
    if (bytes.equals(beforeBytes)) return false;
    checkSize(bytes);
    const plans = collection.indexes.map(index => this.#plan(collection, index, after, { rid, doc: before }));
    this.#database.run(`UPDATE ${documentTable(collection)} SET doc = ? WHERE rid = ?`, bytes, rid);
    for (const plan of plans) this.#apply(plan, rid);
    return true;
  }

  delete(collection: CollectionInfo, rid: number, doc: Doc): void {
    for (const index of collection.indexes) {
      for (const entry of indexEntries(index, doc).entries) this.#removeEntry(index, entry, rid);
    }
    this.#database.run(`DELETE FROM ${documentTable(collection)} WHERE rid = ?`, rid);
  }

  read(collection: CollectionInfo, rid: number): Buffer | undefined {
    const row = this.#database.get(`SELECT doc FROM ${documentTable(collection)} WHERE rid = ?`, rid);
    return row === undefined ? undefined : asBytes(row[0]);
  }

  findById(collection: CollectionInfo, id: Value): { rid: number; bytes: Buffer } | undefined {
    const index = collection.indexes[0];
    if (index === undefined) return undefined;
    const key = encodeFields(index.fields, [id]);
    const rid = this.#database.get(`SELECT rid FROM ${indexTable(index)} WHERE k = ?`, key)?.[0];
    if (rid === undefined) return undefined;
    const bytes = this.read(collection, Number(rid));
    return bytes === undefined ? undefined : { rid: Number(rid), bytes };
  }

  /** Fills a new index from the documents that are there. */
  build(collection: CollectionInfo, index: IndexInfo): void {
    let last = -1;
    for (;;) {
      const sql = `SELECT rid, doc FROM ${documentTable(collection)} WHERE rid > ? ORDER BY rid LIMIT 200`;
      const rows = this.#database.all(sql, last);
      if (rows.length === 0) return;
      for (const [rid, bytes] of rows) {
        last = Number(rid);
        this.#apply(this.#plan(collection, index, decodeDoc(asBytes(bytes)), undefined), last);
      }
    }
  }

  #plan(collection: CollectionInfo, index: IndexInfo, doc: Doc, old: Old | undefined): Plan {
    const { entries, multikey } = indexEntries(index, doc);
    const before = old === undefined ? [] : indexEntries(index, old.doc).entries;
    const add = without(entries, before);
    const remove = without(before, entries);
    if (index.unique) {
      for (const entry of add) {
        const taken = this.#database.get(
          `SELECT rid FROM ${indexTable(index)} WHERE k = ? LIMIT 1`,
          entry.key,
        );
        if (taken !== undefined) throw duplicateKeyError(collection, index, entry);
      }
    }
    return { index, add, remove, rid: old?.rid, multikey };
  }

  #apply(plan: Plan, rid: number): void {
    for (const entry of plan.remove) this.#removeEntry(plan.index, entry, rid);
    for (const entry of plan.add) {
      this.#database.run(`INSERT INTO ${indexTable(plan.index)} (k, rid) VALUES (?, ?)`, entry.key, rid);
    }
    if ((plan.multikey & ~plan.index.multikey) !== 0) this.catalog.setMultikey(plan.index, plan.multikey);
  }

  #removeEntry(index: IndexInfo, entry: IndexEntry, rid: number): void {
    this.#database.run(`DELETE FROM ${indexTable(index)} WHERE k = ? AND rid = ?`, entry.key, rid);
  }
}

interface Old {
  readonly rid: number;
  readonly doc: Doc;
}

interface Plan {
  readonly index: IndexInfo;
  readonly add: readonly IndexEntry[];
  readonly remove: readonly IndexEntry[];
  readonly rid: number | undefined;
  readonly multikey: number;
}

function without(entries: readonly IndexEntry[], others: readonly IndexEntry[]): readonly IndexEntry[] {
  if (others.length === 0) return entries;
  const keys = new Set(others.map(entry => entry.key.toString("latin1")));
  return entries.filter(entry => !keys.has(entry.key.toString("latin1")));
}

function checkSize(bytes: Uint8Array): void {
  if (bytes.length <= MAX_DOCUMENT_BYTES) return;
  throw new CommandError(
    "BSONObjectTooLarge",
    `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES} (16 MB)`,
  );
}
