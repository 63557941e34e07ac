import { randomBytes } from "node:crypto";
import type { Service } from "../service";
import { redactConnection } from "./connection-text";

/** A cluster that points away from the service's own database server. */
export interface Cluster {
  readonly name: string;
  /** Address without user, password and options. */
  readonly address: string;
  /** Seconds since the epoch. */
  readonly lastModified: number;
}

/** A cluster with what is needed to connect to it. */
export interface StoredConnection {
  readonly uri: string;
  /** Changes whenever the cluster is set, so that an open connection is known to be out of date. */
  readonly revision: string;
}

interface ClusterRecord {
  readonly _id: string;
  readonly group_id: string;
  readonly name: string;
  readonly uri: string;
  readonly address: string;
  readonly revision: string;
  readonly last_modified: number;
}

/** Keeps clusters in the service's database, their addresses encrypted. */
export class ClusterStore {
  constructor(private readonly parts: Pick<Service, "db" | "keys" | "now">) {}

  async list(groupId: string): Promise<Cluster[]> {
    const records = await this.#records().find({ group_id: groupId }).toArray();
    return records.map(toCluster).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async find(groupId: string, name: string): Promise<StoredConnection | undefined> {
    const record = await this.#records().findOne({ _id: recordId(groupId, name) });
    if (record === null) return undefined;
    return {
      uri: this.parts.keys.decrypt(record.uri, sealContext(groupId, name)),
      revision: record.revision,
    };
  }

  async set(groupId: string, name: string, uri: string): Promise<Cluster> {
    const record = {
      group_id: groupId,
      name,
      uri: this.parts.keys.encrypt(uri, sealContext(groupId, name)),
      address: redactConnection(uri),
      revision: randomBytes(8).toString("hex"),
      last_modified: Math.floor(this.parts.now() / 1000),
    };
    await this.#records().updateOne({ _id: recordId(groupId, name) }, { $set: record }, { upsert: true });
    return toCluster(record);
  }

  async remove(groupId: string, name: string): Promise<boolean> {
    const { deletedCount } = await this.#records().deleteOne({ _id: recordId(groupId, name) });
    return deletedCount > 0;
  }

  #records() {
    return this.parts.db.collection<ClusterRecord>("clusters");
  }
}

const recordId = (groupId: string, name: string) => `${groupId}/${name}`;
const sealContext = (groupId: string, name: string) => `cluster:${groupId}/${name}`;

function toCluster(record: Omit<ClusterRecord, "_id">): Cluster {
  return { name: record.name, address: record.address, lastModified: record.last_modified };
}
