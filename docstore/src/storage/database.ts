import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

/** What one column of a row may hold here. */
export type Column = null | number | bigint | string | Uint8Array;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS collections (
  id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, uuid BLOB NOT NULL, options BLOB NOT NULL,
  UNIQUE (db, name));
CREATE TABLE IF NOT EXISTS indexes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, name TEXT NOT NULL, spec BLOB NOT NULL,
  multikey INTEGER NOT NULL DEFAULT 0, UNIQUE (collection, name));
INSERT OR IGNORE INTO meta VALUES ('catalog', 1);
`;

/** The layout of the tables; a file with another number is not ours to touch. */
const FORMAT = 1;

/** One SQLite connection with its prepared statements. */
export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  private constructor(db: DatabaseSync) {
    this.#db = db;
  }

  static memory(): Database {
    const database = new Database(new DatabaseSync(":memory:"));
    database.#db.exec(SCHEMA);
    return database;
  }

  /** Opens the file of a data folder for writing, making it when it is new. */
  static writer(folder: string): Database {
    const database = Database.#open(folder);
    const version = Number(database.get("PRAGMA user_version")?.[0] ?? 0);
    if (version === 0) {
      database.#db.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${FORMAT}; COMMIT;`);
    } else if (version !== FORMAT) {
      throw new Error(
        `The data folder ${folder} has format ${version}; this version reads format ${FORMAT}.`,
      );
    }
    return database;
  }

  /** Opens a second connection to the same file; it sees every committed write. */
  static reader(folder: string): Database {
    return Database.#open(folder);
  }

  static #open(folder: string): Database {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const db = new DatabaseSync(join(folder, "docstore.db"));
    db.exec(
      "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32768; PRAGMA busy_timeout=10000;",
    );
    return new Database(db);
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** Runs a statement; gives the number of changed rows and the last row's id. */
  run(sql: string, ...values: Column[]): { changes: number; lastId: number } {
    const result = this.#prepare(sql).run(...values);
    return { changes: Number(result.changes), lastId: Number(result.lastInsertRowid) };
  }

  get(sql: string, ...values: Column[]): Column[] | undefined {
    const row: unknown = this.#prepare(sql).get(...values);
    return row === undefined ? undefined : asRow(row);
  }

  *iterate(sql: string, ...values: Column[]): Generator<Column[]> {
    // A statement of its own when the prepared one may be in use further up the stack is not needed: callers read a
    // chunk to its end before they start the next.
    for (const row of this.#prepare(sql).iterate(...values)) yield asRow(row);
  }

  all(sql: string, ...values: Column[]): Column[][] {
    return this.#prepare(sql)
      .all(...values)
      .map(asRow);
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  /** Forgets prepared statements, which would otherwise pile up with dropped tables. */
  forgetStatements(): void {
    this.#statements.clear();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function asRow(row: unknown): Column[] {
  if (!Array.isArray(row)) throw new TypeError("SQLite returned a row that is no array");
  return row;
}

export function asBytes(column: Column | undefined): Buffer {
  if (!(column instanceof Uint8Array)) throw new TypeError("SQLite returned a column that is no blob");
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
}
