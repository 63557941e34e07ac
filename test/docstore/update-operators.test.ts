import { Decimal128, type Document, Double, Int32, Long, Timestamp } from "mongodb";
import { failure, startTestStore, type TestStore } from "./harness";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.close());

const RAW = { promoteValues: false, promoteLongs: false } as const;
const int = (value: number): Int32 => new Int32(value);
const dbl = (value: number): Double => new Double(value);

type Case = [
  name: string,
  before: Document,
  update: Document | Document[],
  after: Document,
  options?: { filter?: Document; arrayFilters?: Document[] },
];

const cases: Case[] = [
  ["$set makes paths", { a: 1 }, { $set: { "b.c.d": 2, a: 3 } }, { a: 3, b: { c: { d: 2 } } }],
  [
    "$set appends new fields in order of their names",
    {},
    { $set: { z: 1, b: 1, "a.10": 1, "a.9": 1 } },
    { a: { 9: 1, 10: 1 }, b: 1, z: 1 },
  ],
  ["a name with a dollar is a name", { a: { b: 1 } }, { $set: { "a.$b": 2 } }, { a: { b: 1, $b: 2 } }],
  ["$set in an array, filling with null", { a: [1] }, { $set: { "a.3": 4 } }, { a: [1, null, null, 4] }],
  ["$unset", { a: 1, b: { c: 1, d: 2 } }, { $unset: { a: "", "b.c": 1, "x.y": 1 } }, { b: { d: 2 } }],
  ["$unset of an element leaves null", { a: [1, 2, 3] }, { $unset: { "a.1": 1 } }, { a: [1, null, 3] }],
  ["$inc", { a: 1, b: { c: 2 } }, { $inc: { a: 2, "b.c": -5, n: 7 } }, { a: 3, b: { c: -3 }, n: 7 }],
  ["$mul", { a: 3 }, { $mul: { a: 2.5, n: 5 } }, { a: 7.5, n: 0 }],
  [
    "$min and $max",
    { a: 5, b: 5, c: "x" },
    { $min: { a: 3, b: 9, n: 1 }, $max: { c: 1 } },
    { a: 3, b: 5, c: "x", n: 1 },
  ],
  [
    "$rename",
    { a: 1, b: { c: 2 } },
    { $rename: { a: "x.y", "b.c": "d", no: "e" } },
    { b: {}, x: { y: 1 }, d: 2 },
  ],
  ["$rename onto a field", { a: 1, b: 2 }, { $rename: { a: "b" } }, { b: 1 }],
  ["$setOnInsert of a document that is there", { a: 1 }, { $setOnInsert: { a: 2 } }, { a: 1 }],
  ["$bit", { a: 13, b: 5 }, { $bit: { a: { and: 10 }, b: { xor: 3 }, c: { or: 4 } } }, { a: 8, b: 6, c: 4 }],
  ["$push", { a: [1] }, { $push: { a: 2, b: "x" } }, { a: [1, 2], b: ["x"] }],
  ["$push an array is one element", { a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
  [
    "$push with $each, $position",
    { a: [1, 4] },
    { $push: { a: { $each: [2, 3], $position: 1 } } },
    { a: [1, 2, 3, 4] },
  ],
  [
    "$push with a position from the end",
    { a: [1, 4] },
    { $push: { a: { $each: [3], $position: -1 } } },
    { a: [1, 3, 4] },
  ],
  [
    "$push with $sort and $slice",
    { a: [3, 1] },
    { $push: { a: { $each: [2, 5], $sort: -1, $slice: 3 } } },
    { a: [5, 3, 2] },
  ],
  [
    "$push with $slice from the end",
    { a: [1, 2] },
    { $push: { a: { $each: [3], $slice: -2 } } },
    { a: [2, 3] },
  ],
  [
    "$push sorted by fields",
    { a: [{ n: 2 }, { n: 1 }] },
    { $push: { a: { $each: [{ n: 0 }], $sort: { n: 1 } } } },
    { a: [{ n: 0 }, { n: 1 }, { n: 2 }] },
  ],
  ["$addToSet", { a: [1, 2] }, { $addToSet: { a: 2, b: 1 } }, { a: [1, 2], b: [1] }],
  [
    "$addToSet with $each",
    { a: [1] },
    { $addToSet: { a: { $each: [1, 2, 2, { x: 1 }, { x: 1 }] } } },
    { a: [1, 2, { x: 1 }] },
  ],
  [
    "$pull by value, condition and document",
    { a: [1, 2, 1], b: [1, 5, 9], c: [{ x: 1, y: 1 }, { x: 2 }] },
    { $pull: { a: 1, b: { $gt: 4 }, c: { x: 1 } } },
    { a: [2], b: [1], c: [{ x: 2 }] },
  ],
  ["$pullAll", { a: [1, 2, 3, [1]] }, { $pullAll: { a: [1, 3] } }, { a: [2, [1]] }],
  [
    "$pop",
    { a: [1, 2, 3], b: [1, 2], c: [] },
    { $pop: { a: 1, b: -1, c: 1, d: 1 } },
    { a: [1, 2], b: [2], c: [] },
  ],
  ["positional $", { a: [1, 2, 3] }, { $set: { "a.$": 9 } }, { a: [1, 9, 3] }, { filter: { a: 2 } }],
  [
    "positional $ in documents",
    {
      a: [
        { k: 1, v: 1 },
        { k: 2, v: 1 },
      ],
    },
    { $inc: { "a.$.v": 5 } },
    {
      a: [
        { k: 1, v: 1 },
        { k: 2, v: 6 },
      ],
    },
    { filter: { a: { $elemMatch: { k: 2 } } } },
  ],
  [
    "positional $[]",
    { a: [1, 2], b: [{ c: [1] }, { c: [2] }] },
    { $inc: { "a.$[]": 1, "b.$[].c.$[]": 10 } },
    { a: [2, 3], b: [{ c: [11] }, { c: [12] }] },
  ],
  [
    "positional $[id]",
    { a: [{ k: 1 }, { k: 2 }, { k: 3 }] },
    { $set: { "a.$[big].big": true } },
    { a: [{ k: 1 }, { k: 2, big: true }, { k: 3, big: true }] },
    { arrayFilters: [{ "big.k": { $gt: 1 } }] },
  ],
  [
    "pipelines",
    { a: 1, b: 2, c: 3 },
    [{ $set: { sum: { $add: ["$a", "$b"] } } }, { $unset: "c" }],
    { a: 1, b: 2, sum: 3 },
  ],
  ["pipelines that replace", { a: { x: 1 } }, [{ $replaceWith: "$a" }], { x: 1 }],
];

test.each(cases)("update: %s", async (...[_name, before, update, after, options]: Case) => {
  const collection = await store.collection([{ _id: 1, ...before }]);
  await collection.updateOne(
    { _id: 1, ...options?.filter },
    update,
    options?.arrayFilters ? { arrayFilters: options.arrayFilters } : {},
  );
  const found = await collection.findOne({ _id: 1 });
  expect(JSON.stringify(found)).toBe(JSON.stringify({ _id: 1, ...after }));
});

const types: [name: string, before: unknown, operator: string, argument: unknown, after: unknown][] = [
  ["int + int", int(1), "$inc", int(2), int(3)],
  ["int + int past 32 bits", int(2147483647), "$inc", int(1), Long.fromString("2147483648")],
  ["long + int", Long.ONE, "$inc", int(1), Long.fromNumber(2)],
  ["int + double", int(1), "$inc", dbl(1), dbl(2)],
  ["double + int", dbl(1.5), "$inc", int(1), dbl(2.5)],
  ["int + decimal", int(1), "$inc", Decimal128.fromString("0.10"), Decimal128.fromString("1.10")],
  ["int * int past 32 bits", int(100000), "$mul", int(100000), Long.fromString("10000000000")],
  [
    "decimal * decimal",
    Decimal128.fromString("1.5"),
    "$mul",
    Decimal128.fromString("2.0"),
    Decimal128.fromString("3.00"),
  ],
  ["missing * long is a zero of its type", undefined, "$mul", Long.fromNumber(5), Long.ZERO],
  ["an equal number of another type keeps the old one", int(5), "$min", dbl(5), int(5)],
];

test.each(types)("update: number types: %s", async (_name, before, operator, argument, after) => {
  const collection = await store.collection([
    before === undefined ? { _id: int(1) } : { _id: int(1), v: before },
  ]);
  await collection.updateOne({}, { [operator]: { v: argument } });
  expect(await collection.findOne({}, RAW)).toEqual({ _id: int(1), v: after });
});

type Refusal = [
  name: string,
  before: Document,
  update: Document | Document[],
  code: number,
  options?: Document,
];

const refused: Refusal[] = [
  ["an unknown operator", {}, { $foo: { a: 1 } }, 9],
  ["conflicting paths", {}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
  ["a path inside another", {}, { $set: { "a.b": 1, a: 1 } }, 40],
  ["a change of _id", {}, { $set: { _id: 2 } }, 66],
  ["an empty name", {}, { $set: { "a..b": 1 } }, 56],
  ["a path through a number", { a: 1 }, { $set: { "a.b": 1 } }, 28],
  ["a name in an array", { a: [1] }, { $set: { "a.b": 1 } }, 28],
  ["$inc of text", { a: "x" }, { $inc: { a: 1 } }, 14],
  ["$inc by text", { a: 1 }, { $inc: { a: "1" } }, 14],
  ["64-bit overflow", { a: Long.MAX_VALUE }, { $inc: { a: 1 } }, 2],
  ["$push to a number", { a: 1 }, { $push: { a: 1 } }, 2],
  ["an unknown clause of $push", { a: [] }, { $push: { a: { $each: [], $foo: 1 } } }, 2],
  ["$addToSet to a number", { a: 1 }, { $addToSet: { a: 1 } }, 2],
  ["$pop of a number", { a: 1 }, { $pop: { a: 1 } }, 14],
  ["$pop by two", { a: [1] }, { $pop: { a: 2 } }, 9],
  ["$pull from a number", { a: 1 }, { $pull: { a: 1 } }, 2],
  ["$bit of a double", { a: 1.5 }, { $bit: { a: { and: 1 } } }, 2],
  ["an unknown $bit", { a: 1 }, { $bit: { a: { nand: 1 } } }, 2],
  ["a positional $ without a match", { a: [1] }, { $set: { "a.$": 1 } }, 2],
  ["a name with a dollar in an array", { a: [1, 2] }, { $set: { "a.$b": 9 } }, 28],
  ["$[] of what is no array", { a: 1 }, { $set: { "a.$[]": 1 } }, 2],
  ["an identifier without a filter", { a: [1] }, { $set: { "a.$[x]": 1 } }, 2],
  ["an unused array filter", { a: [1] }, { $set: { a: 1 } }, 9, { arrayFilters: [{ x: 1 }] }],
  ["$rename to itself", { a: 1 }, { $rename: { a: "a" } }, 2],
  ["a stage that updates do not have", { a: 1 }, [{ $match: {} }], 72],
  ["an unknown expression", { a: 1 }, [{ $set: { a: { $nope: 1 } } }], 168],
  ["$currentDate of another type", {}, { $currentDate: { a: { $type: "time" } } }, 2],
];

test.each(refused)(
  "update: refuses %s and changes nothing",
  async (...[_name, before, update, code, options]: Refusal) => {
    const collection = await store.collection([{ _id: 1, ...before, z: 0 }]);
    const stored = await collection.findOne({}, RAW);
    expect(await failure(collection.updateOne({}, update, options))).toMatchObject({ code });
    expect(await collection.findOne({}, RAW)).toEqual(stored);
  },
);

test("update: $currentDate sets dates and timestamps", async () => {
  const collection = await store.collection([{ _id: 1 }]);
  const before = Date.now();
  await collection.updateOne({}, { $currentDate: { a: true, "b.c": { $type: "timestamp" } } } as Document);
  const found = await collection.findOne({});
  expect(found?.a.getTime()).toBeGreaterThanOrEqual(before);
  expect(found?.b.c).toBeInstanceOf(Timestamp);
});

test("update: replacement keeps _id and the given order", async () => {
  const collection = await store.collection([{ _id: 1, a: 1 }]);
  const result = await collection.replaceOne({ a: 1 }, { z: 1, b: 2 });
  expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect(JSON.stringify(await collection.findOne())).toBe('{"_id":1,"z":1,"b":2}');
  expect(await failure(collection.replaceOne({}, { _id: 2 }))).toMatchObject({ code: 66 });
  expect(await failure(collection.replaceOne({}, { z: 1, $set: 2 }))).toMatchObject({ code: 52 });
});

test("update: what stays equal is matched but not modified", async () => {
  const collection = await store.collection([{ a: 1 }, { a: 2 }]);
  expect(await collection.updateMany({}, { $set: { a: 1 } })).toMatchObject({
    matchedCount: 2,
    modifiedCount: 1,
  });
});

const upserts: [name: string, filter: Document, update: Document, made: Document][] = [
  [
    "equalities of the filter",
    { a: 1, "b.c": 2, d: { $gt: 5 }, e: { $eq: "x" }, $and: [{ f: 1 }] },
    { $set: { n: 1 } },
    { a: 1, b: { c: 2 }, e: "x", f: 1, n: 1 },
  ],
  ["$setOnInsert", { a: 1 }, { $setOnInsert: { b: 2 }, $inc: { n: 1 } }, { a: 1, b: 2, n: 1 }],
  ["a replacement takes only _id", { _id: 7, a: 1 }, { b: 2 }, { b: 2 }],
];

test.each(upserts)("upsert: %s", async (_name, filter, update, made) => {
  const collection = await store.collection();
  const operators = Object.keys(update)[0]?.startsWith("$");
  const result = operators
    ? await collection.updateOne(filter, update, { upsert: true })
    : await collection.replaceOne(filter, update, { upsert: true });
  expect(result).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
  const { _id, ...rest } = (await collection.findOne()) ?? {};
  expect(rest).toEqual(made);
  expect(_id).toEqual(result.upsertedId);
});
