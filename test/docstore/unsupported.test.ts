import { type Document, MongoServerError } from "mongodb";
import { failure, startTestStore, type TestStore } from "./harness";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await store.db.collection("c").insertOne({ a: 1 });
});
afterAll(() => store.close());

const commands: [name: string, command: Document, code: number][] = [
  ["an unknown command", { nope: 1 }, 59],
  ["mapReduce", { mapReduce: "c", map: "x", reduce: "y", out: { inline: 1 } }, 59],
  ["eval", { eval: "1" }, 59],
  ["commitTransaction", { commitTransaction: 1 }, 59],
  ["abortTransaction", { abortTransaction: 1 }, 59],
  ["collMod", { collMod: "c" }, 59],
  ["bulkWrite", { bulkWrite: 1, ops: [], nsInfo: [] }, 59],
  ["an unknown field of find", { find: "c", nope: 1 }, 40415],
  ["an unknown field of insert", { insert: "c", documents: [{}], nope: 1 }, 40415],
  ["transaction numbers", { insert: "c", documents: [{}], txnNumber: 1 }, 20],
  ["a collation", { find: "c", collation: { locale: "de" } }, 115],
  ["tailable cursors", { find: "c", tailable: true }, 115],
  ["capped collections", { create: "x", capped: true, size: 5 }, 115],
  ["validators", { create: "x", validator: { a: 1 } }, 115],
  ["views", { create: "x", viewOn: "c", pipeline: [] }, 115],
  ["time series", { create: "x", timeseries: { timeField: "t" } }, 115],
  ["aggregate without a collection", { aggregate: 1, pipeline: [], cursor: {} }, 115],
  ["aggregate without a cursor", { aggregate: "c", pipeline: [] }, 9],
  ["explain of a write", { explain: { delete: "c", deletes: [] } }, 115],
  ["a filter that is no document", { find: "c", filter: 1 }, 14],
  ["a negative skip", { find: "c", skip: -1 }, 51024],
  ["an empty batch", { insert: "c", documents: [] }, 16],
  ["a missing field", { insert: "c" }, 40414],
  ["findAndModify without a change", { findAndModify: "c" }, 9],
  ["findAndModify that removes and updates", { findAndModify: "c", remove: true, update: {} }, 9],
  ["a bad limit of delete", { distinct: "c" }, 40414],
];
test.each(commands)("refused command: %s", async (_name, command, code) => {
  expect(await failure(store.db.command(command))).toMatchObject({ code });
});

const filters: [filter: Document, code: number][] = [
  [{ $where: "true" }, 115],
  [{ $text: { $search: "x" } }, 115],
  [{ $jsonSchema: {} }, 115],
  [{ a: { $geoWithin: {} } }, 115],
  [{ a: { $geoIntersects: {} } }, 115],
  [{ a: { $near: [0, 0] } }, 115],
  [{ a: { $nearSphere: [0, 0] } }, 115],
  [{ $nope: 1 }, 2],
  [{ a: { $nope: 1 } }, 2],
  [{ a: { $gt: 1, b: 1 } }, 2],
  [{ $and: [] }, 2],
  [{ $or: {} }, 2],
  [{ a: { $in: 1 } }, 2],
  [{ a: { $in: [{ $gt: 1 }] } }, 2],
  [{ a: { $nin: 1 } }, 2],
  [{ a: { $all: 1 } }, 2],
  [{ a: { $size: "x" } }, 2],
  [{ a: { $size: -1 } }, 9],
  [{ a: { $mod: [0, 1] } }, 2],
  [{ a: { $mod: [1] } }, 2],
  [{ a: { $not: 1 } }, 2],
  [{ a: { $type: "nope" } }, 2],
  [{ a: { $type: 99 } }, 2],
  [{ a: { $elemMatch: 1 } }, 2],
  [{ a: { $ne: /x/ } }, 2],
  [{ a: { $gt: /x/ } }, 2],
  [{ a: { $regex: 1 } }, 2],
  [{ a: { $options: "i" } }, 2],
  [{ a: { $regex: "(" } }, 51091],
  [{ a: { $regex: "x", $options: "q" } }, 51108],
  [{ a: { $bitsAllSet: -1 } }, 9],
  [{ $expr: { $nope: 1 } }, 168],
  [{ $expr: { $function: { body: "x", args: [], lang: "js" } } }, 168],
  [{ $expr: { $eq: ["$$undefinedName", 1] } }, 17276],
];
test.each(filters)("refused filter: %j", async (filter, code) => {
  expect(await failure(store.db.collection("c").find(filter).toArray())).toMatchObject({ code });
});

const stages: [stage: Document, code: number][] = [
  [{ $nope: 1 }, 40324],
  [{ $out: "x" }, 115],
  [{ $merge: "x" }, 115],
  [{ $geoNear: {} }, 115],
  [{ $graphLookup: {} }, 115],
  [{ $changeStream: {} }, 115],
  [{ $setWindowFields: {} }, 115],
  [{ $bucketAuto: {} }, 115],
  [{ $redact: "$$KEEP" }, 115],
  [{ $match: 1 }, 15959],
  [{ $sort: {} }, 15976],
  [{ $sort: { a: 2 } }, 15975],
  [{ $limit: 0 }, 15958],
  [{ $skip: -1 }, 5107200],
  [{ $count: "" }, 40156],
  [{ $group: {} }, 15955],
  [{ $group: { _id: null, a: { $nope: 1 } } }, 15952],
  [{ $group: { _id: null, a: { $accumulator: {} } } }, 15952],
  [{ $group: { _id: null, a: 1 } }, 40234],
  [{ $unwind: "a" }, 28818],
  [{ $unwind: { path: "$a", nope: 1 } }, 28811],
  [{ $project: {} }, 51272],
  [{ $project: { a: 1, b: 0 } }, 31254],
  [{ $project: { a: 0, b: 1 } }, 31253],
  [{ $project: { a: 1, "a.b": 1 } }, 31250],
  [{ $project: { a: { $nope: 1 } } }, 168],
  [{ $addFields: 1 }, 40272],
  [{ $addFields: { a: { $add: 1, $subtract: 2 } } }, 15983],
  [{ $replaceRoot: { newRoot: 1 } }, 40228],
  [{ $replaceRoot: {} }, 40229],
  [{ $unset: 1 }, 31002],
  [{ $lookup: { from: "x" } }, 9],
  [{ $facet: {} }, 40169],
  [{ $sample: { size: 0 } }, 28747],
  [{ $match: {}, $limit: 1 }, 40323],
];
test.each(stages)("refused stage: %j", async (stage, code) => {
  expect(await failure(store.db.collection("c").aggregate([stage]).toArray())).toMatchObject({ code });
});

const indexes: [name: string, index: Document, code: number][] = [
  ["text", { key: { a: "text" }, name: "x" }, 67],
  ["2dsphere", { key: { a: "2dsphere" }, name: "x" }, 67],
  ["hashed", { key: { a: "hashed" }, name: "x" }, 67],
  ["wildcard", { key: { "$**": 1 }, name: "x" }, 67],
  ["an empty key", { key: {}, name: "x" }, 67],
  ["no name", { key: { a: 1 } }, 9],
  ["collation", { key: { a: 1 }, name: "x", collation: { locale: "de" } }, 67],
  ["an unknown option", { key: { a: 1 }, name: "x", nope: 1 }, 67],
  ["hidden", { key: { a: 1 }, name: "x", hidden: true }, 67],
  ["TTL on two fields", { key: { a: 1, b: 1 }, name: "x", expireAfterSeconds: 1 }, 67],
  ["a negative TTL", { key: { a: 1 }, name: "x", expireAfterSeconds: -1 }, 67],
  ["sparse and partial", { key: { a: 1 }, name: "x", sparse: true, partialFilterExpression: { a: 1 } }, 67],
];
test.each(indexes)("refused index: %s", async (_name, index, code) => {
  expect(await failure(store.db.command({ createIndexes: "c", indexes: [index] }))).toMatchObject({ code });
});

test("refused: the message names what is not supported", async () => {
  const collection = store.db.collection("c");
  expect((await failure(collection.find({ $where: "1" }).toArray())).message).toContain("$where");
  expect((await failure(collection.aggregate([{ $out: "x" }]).toArray())).message).toContain("$out");
  expect((await failure(store.db.command({ nope: 1 }))).message).toBe("no such command: 'nope'");
  expect((await failure(collection.find({ $expr: { $nope: 1 } }).toArray())).message).toBe(
    "Unrecognized expression '$nope'",
  );
});

test("refused: transactions fail instead of being ignored", async () => {
  const session = store.client.startSession();
  session.startTransaction();
  const insert = store.db.collection("c").insertOne({ inTransaction: true }, { session });
  await expect(insert).rejects.toThrow(MongoServerError);
  await session.endSession();
  expect(await store.db.collection("c").countDocuments({ inTransaction: true })).toBe(0);
});
