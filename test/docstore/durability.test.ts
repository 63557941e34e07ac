import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DataFolderLockedError, startDocstore } from "@appstead/docstore";
import { MongoClient } from "mongodb";
import { temporaryFolder } from "./harness";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** A process that opens the folder, writes from many clients and reports every acknowledged number. */
const WRITER = `
const { startDocstore } = require(${JSON.stringify(require.resolve("@appstead/docstore"))});
const { MongoClient } = require(${JSON.stringify(require.resolve("mongodb"))});
(async () => {
  const docstore = await startDocstore({ path: process.argv[2] });
  const client = new MongoClient(docstore.uri);
  const collection = client.db("d").collection("c");
  await collection.createIndex({ n: 1 }, { unique: true });
  let next = 0;
  const loop = async () => { for (;;) { const n = next++; await collection.insertOne({ n, pad: "x".repeat(500) }); process.send(n); } };
  for (let i = 0; i < 8; i++) loop();
})().catch(error => process.send(String(error)));
`;

async function startWriter(path: string): Promise<ChildProcess> {
  const script = join(path, "..", `writer-${Math.random().toString(36).slice(2)}.cjs`);
  await writeFile(script, WRITER);
  return fork(script, [path], { stdio: "ignore" });
}

test("durability: every acknowledged write survives kill -9", async () => {
  const data = join(folder.path, "data");
  const acknowledged: unknown[] = [];
  for (let round = 0; round < 2; round++) {
    const child = await startWriter(`${data}${round}`);
    child.on("message", message => acknowledged.push(message));
    while (acknowledged.length < 200) await once(child, "message");
    child.kill("SIGKILL");
    await once(child, "exit");
    const docstore = await startDocstore({ path: `${data}${round}` });
    const client = new MongoClient(docstore.uri);
    const collection = client.db("d").collection("c");
    const found = new Set((await collection.find().toArray()).map(doc => doc.n));
    expect(acknowledged.filter(n => !found.has(n))).toEqual([]);
    const throughIndex = await collection
      .find({ n: { $gte: 0 } })
      .hint("n_1")
      .toArray();
    expect(throughIndex).toHaveLength(found.size);
    await client.close();
    await docstore.close();
    acknowledged.length = 0;
  }
});

test("durability: a folder is held by one instance and free after close", async () => {
  const first = await startDocstore({ path: folder.path });
  const refused = startDocstore({ path: folder.path });
  await expect(refused).rejects.toThrow(DataFolderLockedError);
  await expect(refused).rejects.toMatchObject({ path: folder.path });
  await first.close();
  await (await startDocstore({ path: folder.path })).close();
});

test("durability: a folder held by another process is refused, and free when that process is killed", async () => {
  const data = join(folder.path, "data");
  const child = await startWriter(data);
  await once(child, "message");
  await expect(startDocstore({ path: data })).rejects.toThrow(DataFolderLockedError);
  child.kill("SIGKILL");
  await once(child, "exit");
  await (await startDocstore({ path: data })).close();
});

test("durability: data, indexes and options are there after a restart", async () => {
  for (let start = 0; start < 3; start++) {
    const docstore = await startDocstore({ path: folder.path });
    const client = new MongoClient(docstore.uri);
    const collection = client.db("d").collection("c");
    if (start === 0) await collection.createIndex({ a: 1 }, { unique: true, expireAfterSeconds: 100 });
    await collection.insertOne({ a: start });
    expect(await collection.countDocuments()).toBe(start + 1);
    expect((await collection.indexes())[1]).toMatchObject({
      name: "a_1",
      unique: true,
      expireAfterSeconds: 100,
    });
    await client.close();
    await docstore.close();
  }
});

test("durability: a database in memory is gone after close, and two are apart", async () => {
  const [one, two] = await Promise.all([startDocstore(), startDocstore()]);
  const [a, b] = [new MongoClient(one.uri), new MongoClient(two.uri)];
  await a.db("d").collection("c").insertOne({ x: 1 });
  expect(await b.db("d").collection("c").countDocuments()).toBe(0);
  await Promise.all([a.close(), b.close()]);
  await Promise.all([one.close(), two.close()]);
});

test("durability: a folder that cannot be made is an error that names it", async () => {
  const file = join(folder.path, "file");
  await writeFile(file, "");
  await expect(startDocstore({ path: join(file, "sub") })).rejects.toThrow(join(file, "sub"));
});

test("durability: a file of another program is refused", async () => {
  await writeFile(
    join(folder.path, "docstore.db"),
    "not a database, but long enough to be looked at".repeat(100),
  );
  await expect(startDocstore({ path: folder.path })).rejects.toThrow("Cannot open the database");
  await expect(startDocstore({ path: folder.path })).rejects.toThrow("Cannot open the database");
});
