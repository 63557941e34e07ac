import { MongoClient } from "mongodb";
import { failure, startTestStore, type TestStore } from "./harness";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.close());

const many = Array.from({ length: 250 }, (_, i) => ({ _id: i, even: i % 2 === 0, tags: [i % 3, i % 5] }));
const openCursors = async (): Promise<bigint> => {
  const status = await store.db.admin().serverStatus();
  return BigInt(status.metrics.cursor.open.total);
};

test("cursor: the first batch has 101 documents, the next ones what is asked for", async () => {
  const collection = await store.collection(many);
  const name = collection.collectionName;
  const { cursor } = await store.db.command({ find: name, filter: {} });
  expect(cursor.firstBatch).toHaveLength(101);
  const second = await store.db.command(
    { getMore: cursor.id, collection: name, batchSize: 9 },
    { raw: false },
  );
  expect(second.cursor.nextBatch.map((doc: { _id: number }) => doc._id)).toEqual([
    101, 102, 103, 104, 105, 106, 107, 108, 109,
  ]);
  const last = await store.db.command({ getMore: cursor.id, collection: name });
  expect(last.cursor.nextBatch).toHaveLength(140);
  expect(Number(last.cursor.id)).toBe(0);
});

test.each([1, 2, 7, 100, 249, 250, 251])(
  "cursor: batches of %d give everything once, in order",
  async batchSize => {
    const collection = await store.collection(many);
    await collection.createIndex({ tags: 1 });
    const all = await collection.find({}, { batchSize }).toArray();
    expect(all.map(doc => doc._id)).toEqual(many.map(doc => doc._id));
    const multikey = await collection.find({ tags: { $gte: 0 } }, { batchSize }).toArray();
    expect(new Set(multikey.map(doc => doc._id)).size).toBe(250);
    expect(multikey).toHaveLength(250);
    const reverse = await collection.find({}, { batchSize }).sort({ _id: -1 }).toArray();
    expect(reverse.map(doc => doc._id)).toEqual(many.map(doc => doc._id).reverse());
  },
);

test("cursor: limit, skip, batch size 0 and single batches", async () => {
  const collection = await store.collection(many);
  expect(await collection.find().skip(10).limit(5).toArray()).toMatchObject(
    [10, 11, 12, 13, 14].map(_id => ({ _id })),
  );
  expect(await collection.find().limit(-3).toArray()).toHaveLength(3);
  const before = await openCursors();
  const { cursor } = await store.db.command({ find: collection.collectionName, batchSize: 0 });
  expect(cursor.firstBatch).toEqual([]);
  expect(await openCursors()).toBe(before + 1n);
  expect(
    await store.db.command({ killCursors: collection.collectionName, cursors: [cursor.id] }),
  ).toMatchObject({ cursorsKilled: [cursor.id] });
  expect(await openCursors()).toBe(before);
});

test("cursor: a killed or unknown one, and one of another collection, is refused", async () => {
  const collection = await store.collection(many);
  const { cursor } = await store.db.command({ find: collection.collectionName, batchSize: 1 });
  expect(await failure(store.db.command({ getMore: cursor.id, collection: "other" }))).toMatchObject({
    code: 13,
  });
  await store.db.command({ killCursors: collection.collectionName, cursors: [cursor.id] });
  expect(
    await failure(store.db.command({ getMore: cursor.id, collection: collection.collectionName })),
  ).toMatchObject({ code: 43, codeName: "CursorNotFound" });
});

test("cursor: ends with its connection", async () => {
  const collection = await store.collection(many);
  const before = await openCursors();
  const client = new MongoClient(store.docstore.uri, { maxPoolSize: 1 });
  await client.db("test").command({ find: collection.collectionName, batchSize: 1 });
  expect(await openCursors()).toBe(before + 1n);
  await client.close();
  while ((await openCursors()) !== before) await new Promise(resolve => setTimeout(resolve, 5));
});

test("cursor: large documents are cut into batches of 16 MB", async () => {
  const text = "x".repeat(6 * 1024 * 1024);
  const collection = await store.collection(Array.from({ length: 5 }, (_, _id) => ({ _id, text })));
  const { cursor } = await store.db.command({ find: collection.collectionName });
  expect(cursor.firstBatch).toHaveLength(2);
  expect(await collection.find().toArray()).toHaveLength(5);
});

test("cursor: writes during reading neither repeat nor break it", async () => {
  const collection = await store.collection(many);
  const seen: number[] = [];
  for await (const doc of collection.find({}, { batchSize: 20 })) {
    seen.push(Number(doc._id));
    await collection.deleteOne({ _id: doc._id });
  }
  expect(seen).toEqual(many.map(doc => doc._id));
});

test("cursor: a dropped collection ends it with an error", async () => {
  const collection = await store.collection(many);
  const cursor = collection.find({}, { batchSize: 20 });
  await cursor.next();
  await collection.drop();
  expect(await failure(cursor.toArray())).toMatchObject({ code: 175 });
});

test("cursor: time limits are kept", async () => {
  const collection = await store.collection(
    Array.from({ length: 2000 }, (_, i) => ({ i, pad: Array.from({ length: 50 }, () => ({ a: 1 })) })),
  );
  const slow = {
    $expr: {
      $gt: [{ $size: { $filter: { input: { $range: [0, 2000] }, cond: { $gt: ["$$this", 5] } } } }, 99999],
    },
  };
  expect(await failure(collection.find(slow).maxTimeMS(1).toArray())).toMatchObject({ code: 50 });
});
