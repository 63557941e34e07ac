import type { Document } from "mongodb";
import { failure, startTestStore, type TestStore } from "./harness";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.close());

const projections: [name: string, projection: Document, filter: Document, result: Document][] = [
  ["inclusion", { a: 1, "o.x": 1 }, {}, { _id: 1, a: 1, o: { x: 1 } }],
  ["exclusion", { a: 0, "o.x": 0, list: 0, docs: 0 }, {}, { _id: 1, o: { y: 2 } }],
  [
    "only _id excluded",
    { _id: 0 },
    {},
    {
      a: 1,
      o: { x: 1, y: 2 },
      list: [1, 2, 3, 4],
      docs: [
        { k: 1, v: 1 },
        { k: 2, v: 2 },
      ],
    },
  ],
  ["through arrays", { "docs.k": 1, _id: 0 }, {}, { docs: [{ k: 1 }, { k: 2 }] }],
  ["$slice", { list: { $slice: 2 }, docs: 0, o: 0 }, {}, { _id: 1, a: 1, list: [1, 2] }],
  ["$slice from the end", { list: { $slice: -1 }, _id: 0, a: 1 }, {}, { a: 1, list: [4] }],
  ["$slice with skip", { list: { $slice: [1, 2] }, a: 1, _id: 0 }, {}, { a: 1, list: [2, 3] }],
  ["$elemMatch", { docs: { $elemMatch: { k: 2 } }, _id: 0 }, {}, { docs: [{ k: 2, v: 2 }] }],
  ["$elemMatch without a match", { docs: { $elemMatch: { k: 9 } } }, {}, { _id: 1 }],
  ["positional $", { "list.$": 1, _id: 0 }, { list: { $gt: 2 } }, { list: [3] }],
  ["a computed path through an array", { "docs.n": "$a", _id: 0 }, {}, { docs: [{ n: 1 }, { n: 1 }] }],
  ["expressions", { sum: { $sum: "$list" }, copy: "$a", _id: 0 }, {}, { sum: 10, copy: 1 }],
];
test.each(projections)("projection: %s", async (_name, projection, filter, result) => {
  const collection = await store.collection([
    {
      _id: 1,
      a: 1,
      o: { x: 1, y: 2 },
      list: [1, 2, 3, 4],
      docs: [
        { k: 1, v: 1 },
        { k: 2, v: 2 },
      ],
    },
  ]);
  expect(await collection.findOne(filter, { projection })).toEqual(result);
});

test("sort: arrays stand for their least or greatest element, missing for null", async () => {
  const collection = await store.collection([
    { _id: 1, a: [5, 1] },
    { _id: 2, a: 3 },
    { _id: 3 },
    { _id: 4, a: [] },
    { _id: 5, a: "x" },
  ]);
  const ids = async (direction: 1 | -1): Promise<unknown[]> =>
    (await collection.find().sort({ a: direction }).toArray()).map(doc => doc._id);
  expect(await ids(1)).toEqual([4, 3, 1, 2, 5]);
  expect(await ids(-1)).toEqual([5, 1, 2, 3, 4]);
});

test("sort: fields of one array belong together, two arrays cannot be sorted by", async () => {
  const collection = await store.collection([
    {
      _id: 1,
      a: [
        { x: 1, y: 5 },
        { x: 2, y: 0 },
      ],
    },
    { _id: 2, a: { x: 1, y: 3 } },
    { _id: 3, b: [1], c: [1] },
  ]);
  const sorted = await collection.find({ a: { $exists: true } }).sort({ "a.x": 1, "a.y": 1 });
  expect((await sorted.toArray()).map(doc => doc._id)).toEqual([2, 1]);
  expect(await failure(collection.find().sort({ b: 1, c: 1 }).toArray())).toMatchObject({ code: 2 });
});

test("distinct: opens arrays and joins equal numbers", async () => {
  const collection = await store.collection([{ a: [1, 2] }, { a: 2.0 }, { a: { b: 1 } }, {}]);
  expect(await collection.distinct("a")).toEqual([1, 2, { b: 1 }]);
  expect(await collection.distinct("a", { a: { $type: "object" } })).toEqual([{ b: 1 }]);
});

test("count: with filter, limit and skip", async () => {
  const collection = await store.collection([
    { team: "a", age: 30 },
    { team: "a", age: 20 },
    { team: "b", age: 20 },
    { team: "b", age: 1 },
  ]);
  expect(await collection.estimatedDocumentCount()).toBe(4);
  expect(await store.db.command({ count: collection.collectionName, query: { team: "a" } })).toMatchObject({
    n: 2,
  });
  expect(
    await store.db.command({ count: collection.collectionName, query: {}, skip: 1, limit: 2 }),
  ).toMatchObject({ n: 2 });
  expect(await collection.countDocuments({ age: 20 }, { skip: 1 })).toBe(1);
});
