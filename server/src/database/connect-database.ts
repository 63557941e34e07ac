import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { MongoClient, MongoClientOptions } from "mongodb";
import type { Logger } from "pino";
import { redactConnection } from "./connection-text";

const waitMs = 15_000;

/** Which database the service keeps everything in. */
export interface DatabaseOptions {
  /** Folder of the embedded document store. Without it and without `mongodbUri` everything is in memory. */
  readonly dataDir?: string;
  /** Address of a MongoDB replica set or sharded cluster to use instead of the embedded store. */
  readonly mongodbUri?: string;
  readonly log: Logger;
}

/** The connection that the whole service shares. */
export interface DatabaseConnection {
  readonly client: MongoClient;
  close(): Promise<void>;
}

/**
 * Connects to the service's database; starts the embedded store in this process unless an address is given.
 *
 * @throws DatabaseError when MongoDB cannot be reached
 * @throws DataFolderLockedError when another process holds the data folder
 */
export async function connectDatabase(options: DatabaseOptions): Promise<DatabaseConnection> {
  const { dataDir, mongodbUri, log } = options;
  if (mongodbUri === undefined) return startEmbedded(dataDir);
  log.info({ address: redactConnection(mongodbUri) }, "connecting to MongoDB");
  const client = await open(mongodbUri, { writeConcern: { w: "majority" } });
  return { client, close: () => client.close() };
}

async function startEmbedded(dataDir: string | undefined): Promise<DatabaseConnection> {
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Loaded here so that a service on MongoDB never loads it.
  const { startDocstore }: typeof import("@appstead/docstore") = require("@appstead/docstore");
  const store = await startDocstore(dataDir === undefined ? {} : { path: join(dataDir, "db") });
  try {
    const client = await open(store.uri);
    return {
      client,
      close: async () => {
        await client.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function open(uri: string, options: MongoClientOptions = {}): Promise<MongoClient> {
  // Loaded now and not before: the writer thread of the embedded store starts in the meantime.
  const { openClient }: typeof import("./open-client") = require("./open-client");
  return openClient(uri, waitMs, options);
}
