import type { MongoClient } from "mongodb";
import { ApiError } from "../http/api-error";
import type { ClusterStore } from "./cluster-store";
import { DatabaseError } from "./database-error";
import { checkConnection, openClient } from "./open-client";

const waitMs = 10_000;
const probeWaitMs = 5_000;
// Another server of the same database may have set a cluster; it is noticed after at most this long.
const recheckMs = 5_000;

interface Connection {
  readonly revision: string;
  readonly client: MongoClient;
}

interface Entry {
  checkedAt: number;
  current: Promise<Connection | undefined>;
}

/** Connections to clusters that point elsewhere: one per cluster, opened on first use. */
export class ClusterConnections {
  readonly #entries = new Map<string, Entry>();

  constructor(
    private readonly store: ClusterStore,
    private readonly now: () => number,
  ) {}

  /** The connection of a cluster; undefined when it lives in the service's own database server. */
  async get(groupId: string, name: string): Promise<MongoClient | undefined> {
    const key = `${groupId}/${name}`;
    const known = this.#entries.get(key);
    if (known !== undefined && this.now() - known.checkedAt < recheckMs) return (await known.current)?.client;
    const current = this.#refresh(groupId, name, known);
    const entry = { checkedAt: this.now(), current };
    this.#entries.set(key, entry);
    try {
      return (await current)?.client;
    } catch (error) {
      // The next call tries again instead of repeating an old failure.
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  /**
   * Refuses an address that cannot be, or, when it is to be tried, that does not answer.
   *
   * @throws ApiError `InvalidParameter`
   */
  async probe(uri: string, isTried: boolean): Promise<void> {
    try {
      checkConnection(uri);
      if (isTried) await (await openClient(uri, probeWaitMs)).close();
    } catch (cause) {
      if (!(cause instanceof DatabaseError)) throw cause;
      throw new ApiError("InvalidParameter", cause.message, { cause });
    }
  }

  async forget(groupId: string, name: string): Promise<void> {
    const key = `${groupId}/${name}`;
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry !== undefined) await closeQuietly(entry.current);
  }

  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(entries.map(entry => closeQuietly(entry.current)));
  }

  async #refresh(groupId: string, name: string, known: Entry | undefined): Promise<Connection | undefined> {
    const stored = await this.store.find(groupId, name);
    const open = await known?.current.catch(() => undefined);
    if (open !== undefined && open.revision === stored?.revision) return open;
    if (open !== undefined) await closeQuietly(Promise.resolve(open));
    if (stored === undefined) return undefined;
    const client = await openClient(stored.uri, waitMs).catch(cause => {
      throw cause instanceof DatabaseError
        ? new ApiError("MongoDBError", `cluster ${JSON.stringify(name)}: ${cause.message}`, { cause })
        : cause;
    });
    return { revision: stored.revision, client };
  }
}

async function closeQuietly(current: Promise<Connection | undefined>): Promise<void> {
  try {
    await (await current)?.client.close();
  } catch {
    // A connection that never opened needs no closing.
  }
}
