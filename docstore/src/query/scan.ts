import { decodeDoc } from "../bson/decode.js";
import type { Doc } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { type CollectionInfo, documentTable, indexTable } from "../storage/catalog.js";
import { asBytes, type Column, type Database } from "../storage/database.js";
import type { Access, KeyRange } from "./access.js";
import type { Filter } from "./filter-node.js";

/** A stored document, decoded when first looked into. */
export class Row {
  #doc: Doc | undefined;

  constructor(
    readonly rid: number,
    readonly bytes: Buffer,
  ) {}

  get doc(): Doc {
    this.#doc ??= decodeDoc(this.bytes);
    return this.#doc;
  }
}

/** What a query cost, for `explain`; also ends it when it has run longer than the client allows. */
export class ScanStats {
  keysExamined = 0;
  docsExamined = 0;

  constructor(public deadlineMs = Number.POSITIVE_INFINITY) {}

  check(): void {
    if (performance.now() > this.deadlineMs)
      throw new CommandError("MaxTimeMSExpired", "operation exceeded time limit");
  }
}

const FIRST_CHUNK_ROWS = 32;
const MAX_CHUNK_ROWS = 1024;
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Yields the documents of an access. It reads in chunks, each a statement of its own that starts behind the last row,
 * so that a paused scan holds no lock and no snapshot; it sees writes that come before its position moves on.
 */
function* scan(
  database: Database,
  collection: CollectionInfo,
  access: Access,
  stats: ScanStats,
): Generator<Row> {
  switch (access.kind) {
    case "collection":
      return yield* scanCollection(database, collection, access.reverse, stats);
    case "index": {
      const seen = access.index.multikey === 0 ? undefined : new Set<number>();
      for (const range of access.ranges) {
        for (const row of scanRange(database, collection, access, range, stats))
          if (isNew(row, seen)) yield row;
      }
      return;
    }
    case "union": {
      const seen = new Set<number>();
      for (const part of access.parts) {
        for (const row of scan(database, collection, part, stats)) if (isNew(row, seen)) yield row;
      }
    }
  }
}

function isNew(row: Row, seen: Set<number> | undefined): boolean {
  if (seen?.has(row.rid)) return false;
  seen?.add(row.rid);
  return true;
}

/** The documents of an access that pass a filter. */
export function* matchingRows(
  database: Database,
  collection: CollectionInfo,
  access: Access,
  filter: Filter,
  stats: ScanStats,
): Generator<Row> {
  const everything = filter.root.kind === "always" && filter.root.value;
  for (const row of scan(database, collection, access, stats))
    if (everything || filter.matches(row.doc)) yield row;
}

function* scanCollection(
  database: Database,
  collection: CollectionInfo,
  reverse: boolean,
  stats: ScanStats,
): Generator<Row> {
  const table = documentTable(collection);
  const sql = reverse
    ? `SELECT rid, doc FROM ${table} WHERE rid < ? ORDER BY rid DESC`
    : `SELECT rid, doc FROM ${table} WHERE rid > ? ORDER BY rid`;
  let position = reverse ? Number.MAX_SAFE_INTEGER : -1;
  for (let size = FIRST_CHUNK_ROWS; ; size = Math.min(size * 2, MAX_CHUNK_ROWS)) {
    const { rows, more } = readChunk(database, sql, [position], size, stats);
    for (const [rid, bytes] of rows) {
      position = Number(rid);
      stats.docsExamined++;
      yield new Row(position, asBytes(bytes));
    }
    if (!more) return;
  }
}

function* scanRange(
  database: Database,
  collection: CollectionInfo,
  access: Extract<Access, { kind: "index" }>,
  range: KeyRange,
  stats: ScanStats,
): Generator<Row> {
  const from = `SELECT x.rid, d.doc, x.k FROM ${indexTable(access.index)} x CROSS JOIN ${documentTable(collection)} d ON d.rid = x.rid`;
  const order = access.reverse ? "ORDER BY x.k DESC, x.rid DESC" : "ORDER BY x.k, x.rid";
  const next = access.reverse ? "x.k >= ? AND (x.k, x.rid) < (?, ?)" : "x.k < ? AND (x.k, x.rid) > (?, ?)";
  const fixedEdge = access.reverse ? range.low : range.high;
  let sql = `${from} WHERE x.k >= ? AND x.k < ? ${order}`;
  let values: Column[] = [range.low, range.high];
  for (let size = FIRST_CHUNK_ROWS; ; size = Math.min(size * 2, MAX_CHUNK_ROWS)) {
    const { rows, more } = readChunk(database, sql, values, size, stats);
    for (const [rid, bytes] of rows) {
      stats.keysExamined++;
      stats.docsExamined++;
      yield new Row(Number(rid), asBytes(bytes));
    }
    const last = rows.at(-1);
    if (!more || last === undefined) return;
    sql = `${from} WHERE ${next} ${order}`;
    values = [fixedEdge, last[2] ?? null, last[0] ?? null];
  }
}

function readChunk(
  database: Database,
  sql: string,
  values: readonly Column[],
  size: number,
  stats: ScanStats,
): { rows: Column[][]; more: boolean } {
  stats.check();
  const rows: Column[][] = [];
  let bytes = 0;
  // A literal: SQLite plans a statement again whenever another value is bound to its limit.
  for (const row of database.iterate(`${sql} LIMIT ${size}`, ...values)) {
    rows.push(row);
    bytes += asBytes(row[1]).length;
    if (bytes > MAX_CHUNK_BYTES) return { rows, more: true };
  }
  return { rows, more: rows.length === size };
}
