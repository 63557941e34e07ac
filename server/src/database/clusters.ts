import type { Db, MongoClient } from "mongodb";
import type { Service } from "../service";
import { ClusterConnections } from "./cluster-connections";
import { type Cluster, ClusterStore } from "./cluster-store";
import { checkDatabaseName, clusterPrefix, physicalName } from "./namespace";

type Parts = Pick<Service, "client" | "db" | "keys" | "now">;

/**
 * The clusters of all groups: named database connections.
 *
 * A name that was never set lives in the service's own database server, in databases of its own that the
 * group's apps share; a name that was set lives where it points.
 */
export interface Clusters {
  /**
   * A database of a cluster.
   * @throws ApiError `InvalidParameter` for an impossible name, `MongoDBError` when the cluster is out of reach
   */
  database(groupId: string, cluster: string, database: string): Promise<Db>;
  /** Names of the databases that exist in a cluster, in order. */
  databaseNames(groupId: string, cluster: string): Promise<string[]>;
  /** The clusters that were set, by name; never with their credentials. */
  list(groupId: string): Promise<Cluster[]>;
  /**
   * Points a cluster elsewhere.
   * @param options.check whether the address must answer; default true
   * @throws ApiError `InvalidParameter`
   */
  set(groupId: string, name: string, uri: string, options?: { check?: boolean }): Promise<Cluster>;
  /** Makes a cluster live in the service's own database server again; false when it already did. */
  remove(groupId: string, name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Makes the registry of clusters; its connections are opened on first use. */
export function createClusters(parts: Parts): Clusters {
  const store = new ClusterStore(parts);
  const connections = new ClusterConnections(store, parts.now);
  const spaces = new OwnNamespaces(parts);

  return {
    async database(groupId, cluster, database) {
      checkDatabaseName(database);
      const client = await connections.get(groupId, cluster);
      return client === undefined ? spaces.database(groupId, cluster, database) : client.db(database);
    },
    async databaseNames(groupId, cluster) {
      const client = await connections.get(groupId, cluster);
      return client === undefined ? spaces.names(groupId, cluster) : names(client);
    },
    list: groupId => store.list(groupId),
    async set(groupId, name, uri, { check = true } = {}) {
      await connections.probe(uri, check);
      const cluster = await store.set(groupId, name, uri);
      await connections.forget(groupId, name);
      return cluster;
    },
    async remove(groupId, name) {
      const removed = await store.remove(groupId, name);
      await connections.forget(groupId, name);
      return removed;
    },
    close: () => connections.close(),
  };
}

async function names(client: MongoClient): Promise<string[]> {
  const { databases } = await client.db("admin").admin().listDatabases({ nameOnly: true });
  return databases.map(each => each.name).sort();
}

interface RecordedName {
  /** Physical name. */
  readonly _id: string;
  readonly database: string;
}

/** Databases of clusters that were not pointed elsewhere: beside the service's own, under prefixed names. */
class OwnNamespaces {
  readonly #recorded = new Set<string>();

  constructor(private readonly parts: Parts) {}

  async database(groupId: string, cluster: string, database: string): Promise<Db> {
    const { name, readable } = physicalName(groupId, cluster, database);
    if (!readable && !this.#recorded.has(name)) {
      await this.#names().updateOne({ _id: name }, { $setOnInsert: { database } }, { upsert: true });
      this.#recorded.add(name);
    }
    return this.parts.client.db(name);
  }

  async names(groupId: string, cluster: string): Promise<string[]> {
    const prefix = clusterPrefix(groupId, cluster);
    const own = (await names(this.parts.client)).filter(name => name.startsWith(prefix));
    const hashed = own.filter(name => name.startsWith(`${prefix}~`));
    const recorded = await this.#names()
      .find({ _id: { $in: hashed } })
      .toArray();
    const byName = new Map(recorded.map(each => [each._id, each.database]));
    return own.map(name => byName.get(name) ?? name.slice(prefix.length)).sort();
  }

  #names() {
    return this.parts.db.collection<RecordedName>("cluster_databases");
  }
}
