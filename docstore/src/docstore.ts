import { encodeDoc } from "./bson/encode.js";
import { Doc, Int32 } from "./bson/value.js";
import { WRITE_COMMAND_NAMES } from "./commands/write-command-names.js";
import { DocstoreError } from "./errors.js";
import { ReadEngine } from "./read-engine.js";
import { Database } from "./storage/database.js";
import { lockFolder } from "./storage/folder-lock.js";
import { type ListenAddress, openListener } from "./wire/listener.js";
import { commandName, HEADER_BYTES, type Request } from "./wire/message.js";
import { ThreadWriter, type Writer } from "./writer/writer.js";

export interface DocstoreOptions {
  /** Folder of the data, made when it is not there. Default: everything is in memory and gone on `close`. */
  readonly path?: string;
  /** Default: a Unix socket in a fresh folder that only this user can enter; on Windows a free port of 127.0.0.1. */
  readonly listen?: ListenAddress;
}

/** A running database. */
export interface Docstore {
  /** Address for `MongoClient`. */
  readonly uri: string;
  /** Ends every connection, waits for writes that are under way, and frees the data folder. */
  close(): Promise<void>;
}

/**
 * Starts an embedded document database that the official `mongodb` driver talks to. A write that was acknowledged
 * survives the end of the process and of the machine.
 *
 * @throws DataFolderLockedError when another process, or another instance, holds the folder.
 * @throws DocstoreError when the folder or the address cannot be used.
 */
export async function startDocstore(options: DocstoreOptions = {}): Promise<Docstore> {
  const storage = openStorage(options.path);
  const reads = new ReadEngine(storage.database);
  const handle = async (request: Request, connectionId: number): Promise<Uint8Array> =>
    isWrite(request) ? storage.writer.submit(request) : reads.execute(request, connectionId);
  const sweeper = setInterval(() => {
    // An error here has nobody to hear it; the next command that meets its cause reports it.
    if (expiryWanted(reads)) void storage.writer.submit(sweepRequest());
  }, SWEEP_MS).unref();
  const closeStorage = async (): Promise<void> => {
    clearInterval(sweeper);
    reads.cursors.close();
    await storage.close();
  };
  try {
    const listener = await openListener(options.listen ?? {}, handle, id => reads.cursors.endConnection(id));
    let closing: Promise<void> | undefined;
    return {
      uri: listener.uri,
      close: () => {
        closing ??= listener.close().then(closeStorage);
        return closing;
      },
    };
  } catch (error) {
    await closeStorage();
    throw error;
  }
}

function expiryWanted(reads: ReadEngine): boolean {
  try {
    return reads.hasExpiringDocuments();
  } catch {
    return false;
  }
}

/** How often documents under TTL indexes are looked at, as in MongoDB. */
const SWEEP_MS = 60_000;

interface Storage {
  readonly database: Database;
  readonly writer: Writer;
  close(): Promise<void>;
}

function openStorage(path: string | undefined): Storage {
  if (path === undefined) {
    const database = Database.memory();
    // Loaded when needed: with a folder, everything that writes is on the other thread.
    const { directWriter }: typeof import("./writer/direct-writer.js") = require("./writer/direct-writer.js");
    return { database, writer: directWriter(database), close: async () => database.close() };
  }
  const lock = lockFolder(path);
  try {
    const database = Database.writer(path);
    const writer = new ThreadWriter(path);
    writer.start();
    const close = async (): Promise<void> => {
      await writer.close();
      database.close();
      lock.release();
    };
    return { database, writer, close };
  } catch (cause) {
    lock.release();
    throw new DocstoreError(
      `Cannot open the database in ${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

const WRITES: ReadonlySet<string> = new Set(WRITE_COMMAND_NAMES);

function isWrite(request: Request): boolean {
  return WRITES.has(commandName(request.body));
}

/** A message of the server to itself. */
function sweepRequest(): Request {
  const body = encodeDoc(Doc.of({ appsteadSweepExpired: new Int32(1), $db: "admin" }));
  const message = Buffer.alloc(HEADER_BYTES + 5 + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(2013, 12);
  message.set(body, HEADER_BYTES + 5);
  return { id: 0, legacy: false, silent: false, body, sequences: [], message };
}
