import { Decimal128, type Document, Double, Long, MaxKey, MinKey, ObjectId } from "mongodb";
import { failure, startTestStore, type TestStore } from "./harness";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.close());

const hundred = Array.from({ length: 100 }, (_, i) => ({
  _id: i,
  n: i,
  mod: i % 10,
  tags: [i % 5, `t${i % 7}`],
  sub: { x: i % 4 },
}));

async function examined(
  collection: Awaited<ReturnType<TestStore["collection"]>>,
  filter: Document,
  sort: Document = {},
): Promise<Document> {
  const explained = await collection
    .find(filter)
    .sort(sort as Record<string, 1 | -1>)
    .explain();
  const { totalDocsExamined, nReturned } = explained.executionStats;
  return { docs: totalDocsExamined, returned: nReturned, stage: explained.queryPlanner.winningPlan.stage };
}

const plans: [
  name: string,
  index: Document,
  filter: Document,
  sort: Document,
  docs: number,
  stage: string,
][] = [
  ["_id needs no index of its own", { n: 1 }, { _id: 42 }, {}, 1, "FETCH"],
  ["equality", { n: 1 }, { n: 7 }, {}, 1, "FETCH"],
  ["range", { n: 1 }, { n: { $gte: 10, $lt: 15 } }, {}, 5, "FETCH"],
  ["range on a descending field", { n: -1 }, { n: { $gt: 10, $lte: 15 } }, {}, 5, "FETCH"],
  ["$in", { n: 1 }, { n: { $in: [3, 1, 3, 99, 500] } }, {}, 3, "FETCH"],
  ["equality on a prefix, then a range", { mod: 1, n: -1 }, { mod: 3, n: { $gt: 50 } }, {}, 5, "FETCH"],
  ["$in on a prefix, then equality", { mod: -1, n: 1 }, { mod: { $in: [3, 4] }, n: 43 }, {}, 1, "FETCH"],
  ["a prefix alone", { mod: 1, n: 1 }, { mod: 3 }, {}, 10, "FETCH"],
  ["order from the index", { mod: 1, n: 1 }, { mod: 3 }, { n: -1 }, 10, "FETCH"],
  ["order from the index without a filter", { n: 1 }, {}, { n: -1 }, 100, "FETCH"],
  ["order that the index does not give", { mod: 1 }, { mod: 3 }, { n: 1 }, 10, "SORT"],
  ["elements of arrays", { tags: 1 }, { tags: "t3" }, {}, 14, "FETCH"],
  ["a dotted path", { "sub.x": 1 }, { "sub.x": 2 }, {}, 25, "FETCH"],
  ["a disjunction", { n: 1 }, { $or: [{ n: 1 }, { n: { $gt: 97 } }] }, {}, 3, "OR"],
  ["$and", { n: 1 }, { $and: [{ n: { $gt: 5 } }, { n: { $lt: 7 } }] }, {}, 1, "FETCH"],
  ["a literal prefix of a regular expression", { tags: 1 }, { tags: /^t3/ }, {}, 14, "FETCH"],
  ["no index fits", { n: 1 }, { mod: 3 }, {}, 100, "COLLSCAN"],
];

test.each(plans)("index: %s decodes only what it must", async (_name, index, filter, sort, docs, stage) => {
  const collection = await store.collection(hundred);
  await collection.createIndex(index as Record<string, 1 | -1>);
  expect(await examined(collection, filter, sort)).toMatchObject({ docs, stage });
});

test("index: a partial index serves only filters that imply its condition", async () => {
  const collection = await store.collection(hundred);
  await collection.createIndex({ n: 1 }, { partialFilterExpression: { n: { $gte: 50 } } });
  expect(await examined(collection, { n: { $gt: 60, $lt: 63 } })).toMatchObject({ docs: 2 });
  expect(await examined(collection, { n: { $gt: 40, $lt: 43 } })).toMatchObject({
    returned: 2,
    stage: "COLLSCAN",
  });
});

test("index: a sparse index is not used where a missing field matches", async () => {
  const collection = await store.collection([{ a: 1 }, { b: 1 }, { a: null }]);
  await collection.createIndex({ a: 1 }, { sparse: true });
  expect(await examined(collection, { a: null })).toMatchObject({ returned: 2, stage: "COLLSCAN" });
  expect(await examined(collection, { a: 1 })).toMatchObject({ returned: 1, stage: "FETCH" });
});

test("index: hints are followed, unknown ones refused", async () => {
  const collection = await store.collection(hundred);
  await collection.createIndex({ n: 1 });
  const natural = await collection.find({ n: 5 }).hint({ $natural: 1 }).explain();
  expect(natural.queryPlanner.winningPlan.stage).toBe("COLLSCAN");
  const hinted = await collection.find({ mod: 5 }).hint("n_1").explain();
  expect(hinted.executionStats).toMatchObject({ nReturned: 10, totalDocsExamined: 100 });
  expect(await failure(collection.find({}).hint("nope").toArray())).toMatchObject({ code: 2 });
});

test("index: unique violations name index, pattern and value", async () => {
  const collection = await store.collection([{ _id: 1, a: 1, b: "x" }]);
  await collection.createIndex({ a: 1, b: -1 }, { unique: true, name: "both" });
  const { code, message, error } = await failure(collection.insertOne({ a: 1.0, b: "x" }));
  expect(code).toBe(11000);
  expect(message).toBe(
    `E11000 duplicate key error collection: ${collection.namespace} index: both dup key: { a: 1, b: "x" }`,
  );
  expect(error).toMatchObject({ errorResponse: { keyPattern: { a: 1, b: -1 }, keyValue: { a: 1, b: "x" } } });
  await collection.insertOne({ a: 1, b: "y" });
  expect(await failure(collection.updateOne({ b: "y" }, { $set: { b: "x" } }))).toMatchObject({
    code: 11000,
  });
  await collection.updateOne({ _id: 1 }, { $set: { c: 1 } });
  expect(await collection.countDocuments({ b: "x" })).toBe(1);
});

test("index: unique counts array elements and missing fields", async () => {
  const collection = await store.collection([{ tags: ["a", "b", "a"] }]);
  await collection.createIndex({ tags: 1 }, { unique: true });
  expect(await failure(collection.insertOne({ tags: "b" }))).toMatchObject({ code: 11000 });
  await collection.insertOne({});
  expect(await failure(collection.insertOne({ tags: null }))).toMatchObject({ code: 11000 });
});

test("index: a document may have many entries", async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => i);
  const collection = await store.collection([{ _id: 1, tags: many }]);
  await collection.createIndex({ tags: 1 });
  await collection.updateOne({ _id: 1 }, { $push: { tags: -1 } as never });
  await collection.updateOne({ _id: 1 }, { $addToSet: { tags: { $each: [...many, "new"] } } as never });
  await collection.updateOne({ _id: 1 }, { $pullAll: { tags: many.slice(1) } as never });
  expect(await collection.findOne({ tags: -1 })).toEqual({ _id: 1, tags: [0, -1, "new"] });
  expect(await collection.countDocuments({ tags: 777 })).toBe(0);
});

test("index: options that cannot be are refused", async () => {
  const collection = await store.collection();
  const spec = { key: { a: 1 }, name: "a", unique: "yes" };
  const command = { createIndexes: collection.collectionName, indexes: [spec] };
  expect(await failure(store.db.command(command))).toMatchObject({ code: 14 });
});

test("index: building a unique index over duplicates fails and leaves none", async () => {
  const collection = await store.collection([{ a: 1 }, { a: 1 }]);
  expect(await failure(collection.createIndex({ a: 1 }, { unique: true }))).toMatchObject({ code: 11000 });
  expect(await collection.indexes()).toHaveLength(1);
});

test("index: two arrays in one document cannot share a compound index", async () => {
  const collection = await store.collection();
  await collection.createIndex({ a: 1, b: 1 });
  expect(await failure(collection.insertOne({ a: [1], b: [2] }))).toMatchObject({ code: 171 });
  expect(await collection.countDocuments()).toBe(0);
});

test("index: conditions on two fields of one array may be met by different elements", async () => {
  const collection = await store.collection([
    {
      _id: 1,
      a: [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
    },
  ]);
  await collection.createIndex({ "a.x": 1, "a.y": 1 });
  expect(await collection.find({ "a.x": 1, "a.y": 2 }).toArray()).toHaveLength(1);
});

test("index: dropping by name, by key, and all but _id", async () => {
  const collection = await store.collection(hundred);
  await collection.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }, { key: { c: 1 } }]);
  await collection.dropIndex("a_1");
  await store.db.command({ dropIndexes: collection.collectionName, index: { b: 1 } });
  expect((await collection.indexes()).map(index => index.name)).toEqual(["_id_", "c_1"]);
  expect(await failure(collection.dropIndex("_id_"))).toMatchObject({ code: 72 });
  expect(await failure(collection.dropIndex("zz"))).toMatchObject({ code: 27 });
  await collection.dropIndexes();
  expect(await collection.indexes()).toHaveLength(1);
});

test("index: the same index again changes nothing, another under its name is refused", async () => {
  const collection = await store.collection();
  await collection.createIndex({ a: 1 });
  await collection.createIndex({ a: 1 });
  expect(await failure(collection.createIndex({ a: 1 }, { unique: true }))).toMatchObject({ code: 85 });
  expect(await failure(collection.createIndex({ b: 1 }, { name: "a_1" }))).toMatchObject({ code: 86 });
});

/** A small generator with a fixed seed, so that a failure repeats. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const next = random(20240229);
const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
const scalars = [
  0,
  -0,
  1,
  2,
  -5,
  1.5,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  new Double(2),
  Long.fromString("9007199254740993"),
  Long.MIN_VALUE,
  9007199254740992,
  Decimal128.fromString("0.1"),
  0.1,
  Decimal128.fromString("1E+400"),
  Decimal128.fromString("2.0"),
  Decimal128.fromString("-Infinity"),
  "",
  "a",
  "a\0",
  "a\0b",
  "ab",
  "b",
  "\uffee",
  "\u{1f600}",
  true,
  false,
  null,
  new Date(0),
  new Date(-1),
  new Date(5e12),
  new ObjectId("000000000000000000000000"),
  new ObjectId("ffffffffffffffffffffffff"),
  new MinKey(),
  new MaxKey(),
  /a/,
  /a/i,
  {},
  { x: 1 },
  { x: "a" },
  { y: 1 },
];
const value = (depth = 0): unknown =>
  next() < 0.2 && depth < 2
    ? Array.from({ length: Math.floor(next() * 3) }, () => value(depth + 1))
    : pick(scalars);
const operand = (): unknown => (next() < 0.1 ? [pick(scalars), pick(scalars)] : pick(scalars));

function predicate(): unknown {
  const plain = (): unknown => {
    let chosen = operand();
    while (chosen instanceof RegExp) chosen = operand();
    return chosen;
  };
  return pick([
    () => ({ $eq: plain() }),
    () => ({ $gt: plain() }),
    () => ({ $gte: plain() }),
    () => ({ $lt: plain() }),
    () => ({ $lte: plain() }),
    () => ({ $in: [operand(), operand()] }),
    () => ({ $gt: plain(), $lt: plain() }),
    () => ({ $elemMatch: { $gte: plain(), $lte: plain() } }),
    () => ({ $ne: plain() }),
    () => ({ $exists: next() < 0.5 }),
    () => ({ $not: { $gt: plain() } }),
    () => /^a/,
  ])();
}

test("index: random filters and orders give the same through every index as without", async () => {
  const docs = Array.from({ length: 400 }, (_, i) => {
    const doc: Document = { _id: i };
    if (next() < 0.85) doc.a = value();
    if (next() < 0.85) doc.b = Array.isArray(doc.a) ? pick(scalars) : value();
    return doc;
  });
  const plain = await store.collection(docs);
  const indexed = await Promise.all(
    [[{ a: 1 }], [{ a: -1 }, { b: 1 }], [{ a: 1, b: 1 }], [{ b: -1, a: 1 }], [{ a: -1, b: -1 }]].map(
      async keys => {
        const collection = await store.collection(docs);
        for (const key of keys) await collection.createIndex(key as unknown as Record<string, 1 | -1>);
        return collection;
      },
    ),
  );
  const ids = async (collection: typeof plain, filter: Document): Promise<unknown[]> =>
    (await collection.find(filter).project({ _id: 1 }).sort({ _id: 1 }).toArray()).map(doc => doc._id);
  for (let round = 0; round < 150; round++) {
    const filter: Document = next() < 0.5 ? { a: predicate() } : { a: predicate(), b: predicate() };
    const expected = await ids(plain, filter);
    for (const collection of indexed)
      expect({ filter, ids: await ids(collection, filter) }).toEqual({ filter, ids: expected });
  }
  const sorts: Record<string, 1 | -1>[] = [
    { a: 1, _id: 1 },
    { a: -1, _id: 1 },
    { b: 1, a: -1, _id: 1 },
  ];
  for (const sort of sorts) {
    const order = async (collection: typeof plain): Promise<unknown[]> =>
      (await collection.find().sort(sort).toArray()).map(doc => doc._id);
    const expected = await order(plain);
    for (const collection of indexed) expect(await order(collection)).toEqual(expected);
  }
}, 120_000);

test("index: one order holds for sorting in memory and through an index", async () => {
  const docs = Array.from({ length: 300 }, (_, i) => ({ _id: i, v: { w: pick(scalars) } }));
  const collection = await store.collection(docs);
  const inMemory = await collection.find().sort({ v: 1, _id: 1 }).hint({ $natural: 1 }).toArray();
  await collection.createIndex({ v: 1, _id: 1 });
  const explained = await collection.find().sort({ v: 1, _id: 1 }).explain();
  expect(explained.queryPlanner.winningPlan.stage).toBe("FETCH");
  const byIndex = await collection.find().sort({ v: 1, _id: 1 }).toArray();
  expect(byIndex.map(doc => doc._id)).toEqual(inMemory.map(doc => doc._id));
});
