import { MongoClient, type MongoClientOptions } from "mongodb";
import { redactConnection } from "./connection-text";
import { DatabaseError } from "./database-error";

/**
 * Opens a connection to a MongoDB server and waits until it answers.
 *
 * @param waitMs how long to wait for it, unless the address says (`serverSelectionTimeoutMS`)
 * @throws DatabaseError when the text is not a connection text, or the server cannot be reached or refuses
 */
export async function openClient(
  uri: string,
  waitMs: number,
  options: MongoClientOptions = {},
): Promise<MongoClient> {
  const client = makeClient(uri, {
    appName: "appstead",
    // An address may bring a limit of its own.
    ...(/[?&]serverSelectionTimeoutMS=/i.test(uri) ? {} : { serverSelectionTimeoutMS: waitMs }),
    ...options,
  });
  try {
    await client.connect();
    await client.db("admin").command({ ping: 1 });
    return client;
  } catch (cause) {
    await client.close().catch(() => undefined);
    throw new DatabaseError(
      `database unreachable: ${redactConnection(uri)} did not answer in time (${reason(cause)}); check that it runs, its address, credentials and network access`,
      { cause },
    );
  }
}

/** @throws DatabaseError when the text is not a connection text */
export function checkConnection(uri: string): void {
  makeClient(uri, {});
}

function makeClient(uri: string, options: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(uri, options);
  } catch (cause) {
    throw new DatabaseError(
      `database address is not valid: ${reason(cause)}; give a connection text such as mongodb://host:27017/?replicaSet=rs0`,
      { cause },
    );
  }
}

function reason(cause: unknown): string {
  // The driver's texts quote a whole address only with its credentials in the part before "@".
  return cause instanceof Error ? cause.message.replace(/\/\/[^\s/]*@/g, "//") : "no reason given";
}
