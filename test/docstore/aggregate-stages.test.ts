import { type Document, Long } from "mongodb";
import { startTestStore, type TestStore } from "./harness";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await store.db.collection("other").insertMany([
    { _id: 1, k: 1, n: "one" },
    { _id: 2, k: [2, 3], n: "two" },
    { _id: 3, n: "none" },
  ] as Document[]);
});
afterAll(() => store.close());

const people = [
  { _id: 1, team: "a", age: 30, tags: ["x", "y"], at: { city: "B" } },
  { _id: 2, team: "b", age: 20, tags: [] },
  { _id: 3, team: "a", age: 40, tags: null, at: { city: "C", zip: 7 } },
  { _id: 4, team: "b", age: 20.0, tags: "z" },
];

const cases: [name: string, pipeline: Document[], result: Document[]][] = [
  [
    "$match, $sort, $skip, $limit",
    [
      { $match: { age: { $gte: 20 } } },
      { $sort: { age: -1, _id: 1 } },
      { $skip: 1 },
      { $limit: 2 },
      { $project: { _id: 1 } },
    ],
    [{ _id: 1 }, { _id: 2 }],
  ],
  [
    "$project keeps the order of the document",
    [{ $match: { _id: 3 } }, { $project: { at: { zip: 1 }, team: 1, x: { $add: ["$age", 1] } } }],
    [{ _id: 3, team: "a", at: { zip: 7 }, x: 41 }],
  ],
  [
    "$project that excludes",
    [{ $match: { _id: 3 } }, { $project: { _id: 0, "at.zip": 0, tags: 0 } }],
    [{ team: "a", age: 40, at: { city: "C" } }],
  ],
  [
    "$addFields",
    [{ $match: { _id: 1 } }, { $addFields: { age: { $add: ["$age", 1] }, "at.n": 1, "tags.t": 1 } }],
    [{ _id: 1, team: "a", age: 31, tags: [{ t: 1 }, { t: 1 }], at: { city: "B", n: 1 } }],
  ],
  [
    "$unset",
    [{ $match: { _id: 1 } }, { $unset: ["tags", "at.city"] }],
    [{ _id: 1, team: "a", age: 30, at: {} }],
  ],
  [
    "$group",
    [
      {
        $group: {
          _id: "$team",
          n: { $sum: 1 },
          ages: { $push: "$age" },
          avg: { $avg: "$age" },
          min: { $min: "$age" },
          max: { $max: "$age" },
          first: { $first: "$_id" },
          last: { $last: "$_id" },
        },
      },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: "a", n: 2, ages: [30, 40], avg: 35, min: 30, max: 40, first: 1, last: 3 },
      { _id: "b", n: 2, ages: [20, 20], avg: 20, min: 20, max: 20, first: 2, last: 4 },
    ],
  ],
  [
    "$group of everything",
    [{ $group: { _id: null, set: { $addToSet: "$team" }, n: { $count: {} } } }],
    [{ _id: null, set: ["a", "b"], n: 4 }],
  ],
  [
    "$group by a document",
    [{ $group: { _id: { t: "$team", z: "$at.zip" } } }, { $sort: { _id: 1 } }, { $limit: 1 }],
    [{ _id: { t: "a" } }],
  ],
  [
    "$topN",
    [
      {
        $group: {
          _id: null,
          top: { $topN: { n: 2, sortBy: { age: -1 }, output: "$_id" } },
          bottom: { $bottom: { sortBy: { age: -1, _id: 1 }, output: "$_id" } },
        },
      },
    ],
    [{ _id: null, top: [3, 1], bottom: 4 }],
  ],
  [
    "$unwind",
    [{ $unwind: "$tags" }, { $project: { tags: 1 } }],
    [
      { _id: 1, tags: "x" },
      { _id: 1, tags: "y" },
      { _id: 4, tags: "z" },
    ],
  ],
  [
    "$unwind that keeps",
    [
      { $unwind: { path: "$tags", includeArrayIndex: "i", preserveNullAndEmptyArrays: true } },
      { $project: { tags: 1, i: 1 } },
    ],
    [
      { _id: 1, tags: "x", i: 0 },
      { _id: 1, tags: "y", i: 1 },
      { _id: 2, i: null },
      { _id: 3, tags: null, i: null },
      { _id: 4, tags: "z", i: null },
    ],
  ],
  ["$count", [{ $match: { team: "a" } }, { $count: "n" }], [{ n: 2 }]],
  ["$count of nothing", [{ $match: { team: "q" } }, { $count: "n" }], []],
  [
    "$sortByCount",
    [{ $match: { _id: { $ne: 4 } } }, { $sortByCount: "$team" }],
    [
      { _id: "a", count: 2 },
      { _id: "b", count: 1 },
    ],
  ],
  [
    "$replaceRoot",
    [{ $match: { at: { $exists: true } } }, { $replaceRoot: { newRoot: "$at" } }],
    [{ city: "B" }, { city: "C", zip: 7 }],
  ],
  [
    "$facet",
    [
      {
        $facet: {
          young: [{ $match: { age: 20 } }, { $count: "n" }],
          names: [{ $sort: { _id: -1 } }, { $limit: 1 }, { $project: { _id: 1 } }],
        },
      },
    ],
    [{ young: [{ n: 2 }], names: [{ _id: 4 }] }],
  ],
  [
    "$lookup by field",
    [
      { $match: { _id: { $lte: 3 } } },
      { $lookup: { from: "other", localField: "_id", foreignField: "k", as: "o" } },
      { $project: { o: "$o.n" } },
    ],
    [
      { _id: 1, o: ["one"] },
      { _id: 2, o: ["two"] },
      { _id: 3, o: ["two"] },
    ],
  ],
  [
    "$lookup of a missing field finds missing fields",
    [
      { $match: { _id: 2 } },
      { $lookup: { from: "other", localField: "at", foreignField: "k", as: "o" } },
      { $project: { o: "$o.n" } },
    ],
    [{ _id: 2, o: ["none"] }],
  ],
  [
    "$lookup by pipeline",
    [
      { $match: { _id: 1 } },
      {
        $lookup: {
          from: "other",
          let: { me: "$_id" },
          pipeline: [{ $match: { $expr: { $gt: ["$_id", "$$me"] } } }, { $project: { n: 1, _id: 0 } }],
          as: "o",
        },
      },
      { $project: { o: 1 } },
    ],
    [{ _id: 1, o: [{ n: "two" }, { n: "none" }] }],
  ],
  [
    "$unionWith",
    [
      { $project: { _id: 1 } },
      { $unionWith: { coll: "other", pipeline: [{ $project: { n: 1, _id: 0 } }, { $limit: 1 }] } },
      { $skip: 3 },
    ],
    [{ _id: 4 }, { n: "one" }],
  ],
  [
    "$bucket",
    [{ $bucket: { groupBy: "$age", boundaries: [0, 25, 35], default: "old" } }],
    [
      { _id: 0, count: 2 },
      { _id: 25, count: 1 },
      { _id: "old", count: 1 },
    ],
  ],
  ["$sample", [{ $sample: { size: 10 } }, { $count: "n" }], [{ n: 4 }]],
];

test.each(cases)("aggregate: %s", async (_name, pipeline, result) => {
  const collection = await store.collection(people);
  const found = await collection.aggregate(pipeline).toArray();
  expect(JSON.stringify(found)).toBe(JSON.stringify(result));
});

test("aggregate: equal numbers of different types are one group", async () => {
  const collection = await store.collection([{ v: 1 }, { v: Long.ONE }, { v: 1.0 }, { v: "1" }]);
  expect(
    await collection.aggregate([{ $group: { _id: "$v", n: { $sum: 1 } } }, { $sort: { n: -1 } }]).toArray(),
  ).toMatchObject([{ n: 3 }, { n: 1 }]);
});

test("aggregate: a leading $match and $sort use an index", async () => {
  const collection = await store.collection(Array.from({ length: 100 }, (_, n) => ({ n })));
  await collection.createIndex({ n: 1 });
  const explained = await collection
    .aggregate([{ $match: { n: { $gte: 90 } } }, { $sort: { n: -1 } }])
    .explain();
  expect(explained).toMatchObject({
    executionStats: { totalDocsExamined: 10 },
    queryPlanner: { winningPlan: { stage: "FETCH" } },
  });
  const found = await collection
    .aggregate([{ $match: { n: { $gte: 90 } } }, { $sort: { n: -1 } }, { $limit: 2 }])
    .toArray();
  expect(found).toMatchObject([{ n: 99 }, { n: 98 }]);
});

test("aggregate: variables of the command", async () => {
  const collection = await store.collection(people);
  const found = await collection
    .aggregate([{ $match: { $expr: { $eq: ["$age", "$$wanted"] } } }, { $count: "n" }], {
      let: { wanted: 20 },
    })
    .toArray();
  expect(found).toEqual([{ n: 2 }]);
});
