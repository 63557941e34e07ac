import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DataFolderLockedError, DocstoreError } from "../errors.js";

export interface FolderLock {
  release(): void;
}

/**
 * Holds a data folder for this instance: an exclusive SQLite transaction on a file of its own, which the operating
 * system ends with the process, so that a crash leaves nothing stale. SQLite also sees other holders in this process.
 */
export function lockFolder(folder: string): FolderLock {
  const db = open(folder);
  try {
    db.exec("PRAGMA busy_timeout=0; PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE;");
  } catch (cause) {
    db.close();
    if (isBusy(cause)) throw new DataFolderLockedError(folder, { cause });
    throw new DocstoreError(`Cannot lock the data folder ${folder}: ${String(cause)}`, { cause });
  }
  return { release: () => db.close() };
}

function open(folder: string): DatabaseSync {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new DatabaseSync(join(folder, "lock.db"));
  } catch (cause) {
    throw new DocstoreError(`Cannot open the data folder ${folder}: ${String(cause)}`, { cause });
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
