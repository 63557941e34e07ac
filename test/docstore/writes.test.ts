import { type Document, MongoBulkWriteError } from "mongodb";
import { failure, startTestStore, type TestStore, temporaryFolder } from "./harness";

let store: TestStore;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  store = await startTestStore(folder.path);
});
afterAll(async () => {
  await store.close();
  await folder.remove();
});

test("insert: an ordered batch stops at its first error, an unordered one goes on", async () => {
  const docs = [{ _id: 1 }, { _id: 2 }, { _id: 1 }, { _id: 3 }] as Document[];
  for (const [ordered, count] of [
    [true, 2],
    [false, 3],
  ] as const) {
    const collection = await store.collection();
    const { error } = await failure(collection.insertMany(docs, { ordered }));
    if (!(error instanceof MongoBulkWriteError)) throw new Error("another error");
    expect(error.result.insertedCount).toBe(count);
    expect(error.writeErrors).toMatchObject([{ index: 2, code: 11000 }]);
    expect(await collection.countDocuments()).toBe(count);
  }
});

const badIds: [name: string, id: unknown, code: number][] = [
  ["an array", [1], 53],
  ["a regular expression", /a/, 53],
  ["a document with operators", { $a: 1 }, 52],
];
test.each(badIds)("insert: refuses %s as _id", async (_name, _id, code) => {
  const collection = await store.collection();
  expect(await failure(collection.insertOne({ _id } as Document))).toMatchObject({ code });
});

test("insert: puts _id first and keeps the order of the rest", async () => {
  const collection = await store.collection();
  await collection.insertOne({ z: 1, _id: 5, a: 2 });
  expect(JSON.stringify(await collection.findOne())).toBe('{"_id":5,"z":1,"a":2}');
});

test("insert: documents may have 16 MB and no more", async () => {
  const collection = await store.collection();
  await collection.insertOne({ _id: 1, text: "x".repeat(16 * 1024 * 1024 - 100) });
  expect(await failure(collection.updateOne({}, { $set: { more: "x".repeat(200) } }))).toMatchObject({
    code: 10334,
  });
  expect((await collection.findOne())?.more).toBeUndefined();
});

test("write: what could not be read again is never stored", async () => {
  const collection = await store.collection([{ _id: 1 }]);
  const path = (depth: number): string => Array.from({ length: depth }, () => "a").join(".");
  const make = { $arrayToObject: [[{ k: "x\0y", v: 1 }]] };
  await collection.updateOne({ _id: 1 }, { $set: { [path(200)]: 1 } });
  expect(await failure(collection.updateOne({ _id: 1 }, { $set: { [path(201)]: 1 } }))).toMatchObject({
    code: 15,
  });
  const deeper = { $set: { [path(199)]: { b: { c: {} } } } };
  expect(await failure(collection.updateOne({ _id: 1 }, deeper))).toMatchObject({ code: 15 });
  expect(
    await failure(collection.updateOne({ [path(210)]: 1 }, { $set: { b: 1 } }, { upsert: true })),
  ).toMatchObject({ code: 15 });
  expect(await failure(collection.updateOne({ _id: 1 }, [{ $set: { o: make } }]))).toMatchObject({ code: 2 });
  expect(await collection.countDocuments({ b: { $exists: false } })).toBe(1);
  expect(await collection.deleteOne({ _id: 1 })).toMatchObject({ deletedCount: 1 });
});

const malformed: [name: string, command: Document, code: number][] = [
  ["a delete without a filter", { delete: "c", deletes: [{ limit: 0 }] }, 40414],
  ["a delete without a limit", { delete: "c", deletes: [{ q: {} }] }, 40414],
  ["an update without a filter", { update: "c", updates: [{ u: { $set: { a: 2 } }, multi: true }] }, 40414],
  ["an update without an update", { update: "c", updates: [{ q: {} }] }, 40414],
  [
    "a second statement with an unknown field",
    { delete: "c", deletes: [{ q: {}, limit: 0 }, { foo: 1 }] },
    40415,
  ],
  ["an insert into an impossible collection", { insert: "$c", documents: [{ a: 1 }] }, 73],
];

test.each(malformed)("write: refuses %s and changes nothing", async (_name, command, code) => {
  const collection = store.db.collection("c");
  await collection.deleteMany({});
  await collection.insertOne({ a: 1 });
  expect(await failure(store.db.command(command))).toMatchObject({ code });
  expect(await collection.countDocuments({ a: 1 })).toBe(1);
});

test("insert: one failing batch does not touch another in the same commit", async () => {
  const collection = await store.collection([{ _id: 0 }]);
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, (_, i) => collection.insertOne({ _id: i % 100 })),
  );
  expect(results.filter(result => result.status === "fulfilled")).toHaveLength(99);
  expect(await collection.countDocuments()).toBe(100);
});

test("read: a write is seen as soon as it is acknowledged", async () => {
  const collection = await store.collection();
  await Promise.all(
    Array.from({ length: 50 }, async (_, client) => {
      for (let i = 0; i < 10; i++) {
        await collection.insertOne({ client, i });
        expect(await collection.countDocuments({ client })).toBe(i + 1);
      }
    }),
  );
});

test("findOneAndUpdate: is a compare-and-set: of many only one wins", async () => {
  const collection = await store.collection([{ _id: 1, version: 0 }]);
  for (let version = 0; version < 5; version++) {
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, who) =>
        collection.findOneAndUpdate({ _id: 1, version }, { $inc: { version: 1 }, $set: { who } }),
      ),
    );
    expect(results.filter(result => result !== null)).toHaveLength(1);
  }
  expect(await collection.findOne()).toMatchObject({ version: 5 });
});

test("updateOne: concurrent increments are all counted", async () => {
  const collection = await store.collection([{ _id: 1, n: 0 }]);
  await Promise.all(Array.from({ length: 300 }, () => collection.updateOne({ _id: 1 }, { $inc: { n: 1 } })));
  expect(await collection.findOne()).toEqual({ _id: 1, n: 300 });
});

test("upsert: concurrent upserts of one unique key make one document", async () => {
  const collection = await store.collection();
  await collection.createIndex({ key: 1 }, { unique: true });
  await Promise.all(
    Array.from({ length: 50 }, () =>
      collection.updateOne({ key: "a" }, { $inc: { n: 1 } }, { upsert: true }),
    ),
  );
  expect(await collection.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ key: "a", n: 50 }]);
});

test("findAndModify: before, after, sorted, projected, removed, upserted", async () => {
  const collection = await store.collection([
    { _id: 1, n: 1 },
    { _id: 2, n: 2 },
  ]);
  expect(await collection.findOneAndUpdate({}, { $inc: { n: 10 } }, { sort: { n: -1 } })).toEqual({
    _id: 2,
    n: 2,
  });
  expect(
    await collection.findOneAndUpdate(
      { _id: 2 },
      { $inc: { n: 1 } },
      {
        returnDocument: "after",
        projection: { _id: 0 },
      },
    ),
  ).toEqual({ n: 13 });
  expect(await collection.findOneAndReplace({ _id: 1 }, { m: 1 }, { returnDocument: "after" })).toEqual({
    _id: 1,
    m: 1,
  });
  expect(await collection.findOneAndDelete({ _id: 1 })).toEqual({ _id: 1, m: 1 });
  expect(await collection.findOneAndDelete({ _id: 1 })).toBeNull();
  expect(await collection.findOneAndUpdate({ _id: 9 }, { $set: { a: 1 } }, { upsert: true })).toBeNull();
  const raw = await collection.findOneAndUpdate(
    { _id: 8 },
    { $set: { a: 1 } },
    {
      upsert: true,
      returnDocument: "after",
      includeResultMetadata: true,
    },
  );
  expect(raw).toMatchObject({
    value: { _id: 8, a: 1 },
    lastErrorObject: { n: 1, updatedExisting: false, upserted: 8 },
  });
});

test("delete: one, many, none", async () => {
  const collection = await store.collection([{ a: 1 }, { a: 1 }, { a: 1 }, { a: 2 }]);
  expect(await collection.deleteOne({ a: 1 })).toMatchObject({ deletedCount: 1 });
  expect(await collection.deleteMany({ a: 1 })).toMatchObject({ deletedCount: 2 });
  expect(await collection.deleteMany({ a: 1 })).toMatchObject({ deletedCount: 0 });
  expect(await collection.countDocuments()).toBe(1);
});

test("updateMany: meets a document once although the change moves it ahead", async () => {
  const collection = await store.collection(Array.from({ length: 50 }, (_, i) => ({ n: i })));
  await collection.createIndex({ n: 1 });
  await collection.updateMany({ n: { $gte: 0 } }, { $inc: { n: 100 } });
  expect(await collection.countDocuments({ n: { $gte: 100, $lt: 150 } })).toBe(50);
});

test("bulkWrite: mixed operations report what they did", async () => {
  const collection = await store.collection([{ _id: 1, a: 1 }]);
  const result = await collection.bulkWrite([
    { insertOne: { document: { _id: 2, a: 2 } } },
    { updateMany: { filter: {}, update: { $inc: { a: 1 } } } },
    { replaceOne: { filter: { _id: 3 }, replacement: { b: 1 }, upsert: true } },
    { deleteOne: { filter: { a: 2 } } },
  ]);
  expect(result).toMatchObject({
    insertedCount: 1,
    matchedCount: 2,
    modifiedCount: 2,
    upsertedCount: 1,
    deletedCount: 1,
  });
});

test("write concern 0: is written though nobody waits", async () => {
  const collection = await store.collection();
  await collection.insertOne({ a: 1 }, { writeConcern: { w: 0 } });
  await collection.insertOne({ a: 2 });
  expect(await collection.countDocuments()).toBe(2);
});

test("collections: create, list, rename, drop", async () => {
  const db = store.client.db("catalog");
  await db.createCollection("a");
  await db.collection("b").insertOne({ x: 1 });
  expect((await db.listCollections({}, { nameOnly: true }).toArray()).map(info => info.name)).toEqual([
    "a",
    "b",
  ]);
  expect(await db.listCollections({ name: "b" }).toArray()).toMatchObject([
    { name: "b", type: "collection" },
  ]);
  await db.renameCollection("b", "c");
  expect(await db.collection("c").countDocuments()).toBe(1);
  expect(await failure(db.renameCollection("c", "a"))).toMatchObject({ code: 48 });
  expect(await failure(db.renameCollection("nope", "x"))).toMatchObject({ code: 26 });
  await db.dropCollection("c");
  await db.dropCollection("never-there");
  const { databases } = await store.client.db().admin().listDatabases();
  expect(databases.map(info => info.name)).toContain("catalog");
  await db.dropDatabase();
  expect(await db.listCollections().toArray()).toEqual([]);
});

test.each(["", "a$b", ".a", "system.x"])("collections: refuses the name %j", async name => {
  expect(await failure(store.db.command({ create: name }))).toMatchObject({ code: 73 });
});

test("TTL index: removes what is older than it allows, and nothing that is no date", async () => {
  const old = new Date(Date.now() - 60_000);
  const collection = await store.collection([
    { _id: 1, at: old },
    { _id: 2, at: new Date() },
    { _id: 3, at: "text" },
    { _id: 4, at: [new Date(), old] },
    { _id: 5 },
  ]);
  await collection.createIndex({ at: 1 }, { expireAfterSeconds: 30 });
  await store.db.admin().command({ appsteadSweepExpired: 1 });
  expect((await collection.find().toArray()).map(doc => doc._id)).toEqual([2, 3, 5]);
});
