import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Docstore, startDocstore } from "@appstead/docstore";
import { type Collection, type Db, type Document, MongoClient } from "mongodb";

/** Documents of tests: any fields, and numbers as ids unless a test casts. */
interface TestDocument extends Document {
  _id?: number;
}

/** A database in memory with a connected driver; each collection it gives is new. */
export interface TestStore {
  readonly docstore: Docstore;
  readonly client: MongoClient;
  readonly db: Db;
  collection(docs?: readonly Document[]): Promise<Collection<TestDocument>>;
  close(): Promise<void>;
}

export async function startTestStore(path?: string): Promise<TestStore> {
  const docstore = await startDocstore(path === undefined ? {} : { path });
  const client = new MongoClient(docstore.uri);
  await client.connect();
  const db = client.db("test");
  return {
    docstore,
    client,
    db,
    collection: async docs => {
      const collection = db.collection<TestDocument>(`c${randomUUID()}`);
      if (docs !== undefined && docs.length > 0) await collection.insertMany(docs.map(doc => ({ ...doc })));
      return collection;
    },
    close: async () => {
      await client.close();
      await docstore.close();
    },
  };
}

/** A folder that is removed at the end. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "appstead-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The server's error of a promise that must fail. */
export async function failure(
  promise: Promise<unknown>,
): Promise<{ code: unknown; codeName: unknown; message: string; error: object }> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      code: "code" in error ? error.code : undefined,
      codeName: "codeName" in error ? error.codeName : undefined,
      message: error.message,
      error,
    };
  }
  throw new Error("the operation did not fail");
}
