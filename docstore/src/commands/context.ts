import type { Doc } from "../bson/value.js";
import type { Catalog } from "../storage/catalog.js";
import type { Database } from "../storage/database.js";
import type { Rows } from "../storage/rows.js";
import type { CursorRegistry } from "./cursors.js";

/** What every command works with. */
interface CommandContext {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly db: string;
  readonly command: Doc;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface ReadContext extends CommandContext {
  readonly cursors: CursorRegistry;
  readonly connectionId: number;
}

export interface WriteContext extends CommandContext {
  readonly rows: Rows;
}

/** Runs a command and gives its reply without `ok`. */
export type ReadCommand = (context: ReadContext) => Doc;
export type WriteCommand = (context: WriteContext) => Doc;
