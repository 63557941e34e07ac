import { startDocstore } from "@appstead/docstore";
import { type Clusters, createClusters } from "@appstead/server/database";
import { loadServiceKeys } from "@appstead/server/keys";
import { type Db, MongoClient } from "mongodb";

let clockMs = 1_700_000_000_000;
let stop: (() => Promise<void>)[] = [];
let db: Db;
let client: MongoClient;
let clusters: Clusters;
let otherServer: Clusters;

async function startStore(): Promise<{ uri: string; client: MongoClient }> {
  const store = await startDocstore();
  const connection = await MongoClient.connect(store.uri);
  stop.push(async () => {
    await connection.close();
    await store.close();
  });
  return { uri: store.uri, client: connection };
}

beforeEach(async () => {
  ({ client } = await startStore());
  db = client.db("appstead");
  const keys = await loadServiceKeys({ env: {} });
  const parts = { client, db, keys, now: () => clockMs };
  [clusters, otherServer] = [createClusters(parts), createClusters(parts)];
  stop.unshift(
    () => clusters.close(),
    () => otherServer.close(),
  );
});
afterEach(async () => {
  for (const end of stop) await end();
  stop = [];
});

const write = async (groupId: string, cluster: string, database: string, text: string) =>
  (await clusters.database(groupId, cluster, database)).collection("notes").insertOne({ text });
const read = async (from: Clusters, groupId: string, cluster: string, database: string) =>
  (await (await from.database(groupId, cluster, database)).collection("notes").find().toArray()).map(
    note => note["text"],
  );

describe("clusters that were never set", () => {
  test("clusters: any name works, and each has databases of its own", async () => {
    const places: [string, string, string][] = [
      ["g1", "main", "shop"],
      ["g1", "main", "stock"],
      ["g1", "spare cluster / ä", "shop"],
      ["g2", "main", "shop"],
    ];
    for (const [group, cluster, database] of places)
      await write(group, cluster, database, `${group} ${cluster} ${database}`);
    for (const [group, cluster, database] of places) {
      expect(await read(clusters, group, cluster, database)).toEqual([`${group} ${cluster} ${database}`]);
    }
    expect(await clusters.databaseNames("g1", "main")).toEqual(["shop", "stock"]);
    expect(await clusters.databaseNames("g1", "spare cluster / ä")).toEqual(["shop"]);
    expect(await clusters.databaseNames("g2", "spare cluster / ä")).toEqual([]);
  });

  test("clusters: names that are reserved or like the service's own are names like others", async () => {
    for (const name of ["appstead", "admin", "local", "config"]) await write("g1", "main", name, "mine");
    expect(await clusters.databaseNames("g1", "main")).toEqual(["admin", "appstead", "config", "local"]);
    expect(await db.collection("notes").countDocuments()).toBe(0);
  });

  test("clusters: long names keep within the limit of a database's name and are listed whole", async () => {
    const names = ["a".repeat(63), `${"a".repeat(62)}b`, `~${"abcdefghijklmnop"}`, "ä".repeat(31)];
    for (const name of names) await write("g1", "main", name, name);
    expect(await clusters.databaseNames("g1", "main")).toEqual([...names].sort());
    for (const name of names) expect(await read(otherServer, "g1", "main", name)).toEqual([name]);
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    expect(databases.every(({ name }) => Buffer.byteLength(name) <= 63)).toBe(true);
  });

  test.each([
    ["an empty name", "", "between 1 and 63 bytes"],
    ["64 bytes", "x".repeat(64), "it has 64"],
    ["a dot", "a.b", 'cannot contain "."'],
    ["a slash", "a/b", 'cannot contain "/"'],
    ["a space", "a b", 'cannot contain " "'],
    ["a dollar sign", "$a", 'cannot contain "$"'],
    ["a NUL", "a\0b", "cannot contain"],
  ])("clusters: a database name with %s is refused", async (_what, name, said) => {
    await expect(clusters.database("g1", "main", name)).rejects.toMatchObject({
      code: "InvalidParameter",
      message: expect.stringContaining(said),
    });
  });
});

describe("clusters that point elsewhere", () => {
  test("clusters: data goes where the cluster points, from every server, and back when it is removed", async () => {
    const elsewhere = await startStore();
    await write("g1", "main", "shop", "here");
    await clusters.set("g1", "main", elsewhere.uri);
    await write("g1", "main", "shop", "there");
    expect(await elsewhere.client.db("shop").collection("notes").countDocuments()).toBe(1);
    expect(await read(otherServer, "g1", "main", "shop")).toEqual(["there"]);
    expect(await clusters.databaseNames("g1", "main")).toEqual(["shop"]);
    expect(await read(clusters, "g2", "main", "shop")).toEqual([]);
    expect(await clusters.remove("g1", "main")).toBe(true);
    expect(await clusters.remove("g1", "main")).toBe(false);
    expect(await read(clusters, "g1", "main", "shop")).toEqual(["here"]);
    clockMs += 5_000;
    expect(await read(otherServer, "g1", "main", "shop")).toEqual(["here"]);
  });

  test("clusters: setting one again moves every server within seconds", async () => {
    const [first, second] = [await startStore(), await startStore()];
    await first.client.db("shop").collection("notes").insertOne({ text: "first" });
    await second.client.db("shop").collection("notes").insertOne({ text: "second" });
    await clusters.set("g1", "main", first.uri);
    expect(await read(otherServer, "g1", "main", "shop")).toEqual(["first"]);
    await clusters.set("g1", "main", second.uri);
    expect(await read(clusters, "g1", "main", "shop")).toEqual(["second"]);
    clockMs += 5_000;
    expect(await read(otherServer, "g1", "main", "shop")).toEqual(["second"]);
  });

  test("clusters: addresses are kept encrypted and listed without credentials", async () => {
    const uri = "mongodb://ada:s3cret@db.shop.test:27017,db2.shop.test/?authSource=admin";
    await clusters.set("g1", "main", uri, { check: false });
    await clusters.set("g1", "archive", "mongodb+srv://u:p%40ss@cluster.shop.test/x", { check: false });
    expect(await clusters.list("g1")).toEqual([
      { name: "archive", address: "mongodb+srv://cluster.shop.test", lastModified: clockMs / 1000 },
      { name: "main", address: "mongodb://db.shop.test:27017,db2.shop.test", lastModified: clockMs / 1000 },
    ]);
    expect(await clusters.list("g2")).toEqual([]);
    const stored = JSON.stringify(await db.collection("clusters").find().toArray());
    for (const secret of ["s3cret", "p%40ss", "ada", "authSource"]) expect(stored).not.toContain(secret);
  });

  test("clusters: an encrypted address moved to another cluster cannot be used", async () => {
    const elsewhere = await startStore();
    await clusters.set("g1", "main", elsewhere.uri);
    const record = await db.collection("clusters").findOne({ name: "main" });
    await db.collection<{ _id: string }>("clusters").insertOne({ ...record, _id: "g2/main" });
    await expect(clusters.database("g2", "main", "shop")).rejects.toThrow(
      "an encrypted text cannot be opened",
    );
  });

  test.each([
    [
      "one that does not answer",
      "mongodb://ada:s3cret@127.0.0.1:1/",
      "database unreachable: mongodb://127.0.0.1:1",
    ],
    ["one of another kind", "postgres://ada:s3cret@db", "database address is not valid"],
    ["one without a host", "mongodb://", "database address is not valid"],
  ])("clusters: %s is refused without its password", async (_what, uri, said) => {
    const refusal = await clusters.set("g1", "main", uri).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "InvalidParameter", message: expect.stringContaining(said) });
    expect(String(refusal)).not.toContain("s3cret");
    expect(await clusters.list("g1")).toEqual([]);
  });

  test("clusters: one that went away is named, and used again when it is back", async () => {
    const elsewhere = await startStore();
    await clusters.set("g1", "main", "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100", { check: false });
    await expect(clusters.database("g1", "main", "shop")).rejects.toMatchObject({
      code: "MongoDBError",
      message: expect.stringContaining('cluster "main": database unreachable'),
    });
    await clusters.set("g1", "main", elsewhere.uri);
    expect(await read(clusters, "g1", "main", "shop")).toEqual([]);
  });
});
