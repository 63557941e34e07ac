import { startDocstore } from "@appstead/docstore";
import { type JsonObject, type KindName, kinds } from "@appstead/sdk";
import {
  type ConfigObject,
  type ConfigStore,
  type ConfigStoreOptions,
  createConfigStore,
  type Scope,
} from "@appstead/server/config";
import { ObjectId } from "bson";
import { type Db, MongoClient, type MongoClientOptions } from "mongodb";

type StoreOptions = Partial<Omit<ConfigStoreOptions, "db">>;

/** A database in memory with configuration stores on it. */
export interface ConfigDatabase {
  readonly uri: string;
  readonly db: Db;
  readonly client: MongoClient;
  store(options?: StoreOptions): ConfigStore;
  /** A fresh app, as the user `ann` sees it. */
  app(): Promise<Scope>;
  close(): Promise<void>;
}

export async function openConfigDatabase(clientOptions: MongoClientOptions = {}): Promise<ConfigDatabase> {
  const docstore = await startDocstore();
  const client = await new MongoClient(docstore.uri, clientOptions).connect();
  const db = client.db("service");
  const store = (options: StoreOptions = {}) => storeOn(db, options);
  const first = store();
  await first.initialize();
  return {
    uri: docstore.uri,
    db,
    client,
    store,
    app: async () => {
      const appId = new ObjectId().toHexString();
      await first.createApp(appId);
      return { groupId: "group", appId, userId: "ann" };
    },
    close: async () => {
      await client.close();
      await docstore.close();
    },
  };
}

function storeOn(db: Db, options: StoreOptions = {}): ConfigStore {
  return createConfigStore({ db, now: Date.now, log: { warn: () => undefined }, kinds, ...options });
}

/** An object with a fresh id. */
export function object(kind: KindName, record: JsonObject, more: Partial<ConfigObject> = {}): ConfigObject {
  return { kind, id: new ObjectId().toHexString(), record, lastModified: 1_700_000_000, ...more };
}

export const fn = (name: string, source = "exports = () => 1;") =>
  object("Function", { name, private: false, source });

export const value = (name: string, content: unknown = 1) => object("Value", { name, value: content });

export const dataSource = (name: string) =>
  object("DataSource", { name, type: "mongodb-atlas", config: { clusterName: "Cluster0" } });

export const rule = (parentId: string, collection: string) =>
  object("Rule", { database: "shop", collection, roles: [] }, { parentId });

export const resolver = (field: string, ref: JsonObject) =>
  object("CustomResolver", { on_type: "Query", field_name: field, ...ref });

export const put = (changed: ConfigObject) => ({ op: "put", object: changed }) as const;

export const remove = ({ kind, id }: ConfigObject) => ({ op: "delete", kind, id }) as const;

export const withRecord = (before: ConfigObject, record: JsonObject): ConfigObject => ({
  ...before,
  record: { ...before.record, ...record },
});

/** Names of the objects of a kind in the view of a user, in their order. */
export async function names(store: ConfigStore, scope: Scope, kind: KindName = "Value"): Promise<unknown[]> {
  return (await (await store.view(scope)).list(kind)).map(({ record }) => record["name"]);
}

/** Names of the deployed objects of a kind. */
export async function deployedNames(
  store: ConfigStore,
  scope: Scope,
  kind: KindName = "Value",
): Promise<unknown[]> {
  return (await (await store.deployed(scope.appId)).view.list(kind)).map(({ record }) => record["name"]);
}
