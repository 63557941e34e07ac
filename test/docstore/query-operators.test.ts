import type { Document } from "mongodb";
import { Binary, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from "mongodb";
import { startTestStore, type TestStore } from "./harness";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.close());

const id = new ObjectId("0123456789abcdef01234567");
const date = new Date("2024-02-29T12:00:00Z");

/** filter, the documents (numbered from 0 in `_id`), the numbers of those that match. */
const cases: [name: string, filter: Document, docs: Document[], matching: number[]][] = [
  ["equality", { a: 1 }, [{ a: 1 }, { a: 2 }, {}, { a: "1" }], [0]],
  [
    "equality across numeric types",
    { a: 1 },
    [
      { a: new Int32(1) },
      { a: new Double(1) },
      { a: Long.fromNumber(1) },
      { a: Decimal128.fromString("1.0") },
    ],
    [0, 1, 2, 3],
  ],
  [
    "64-bit integers are not rounded",
    { a: Long.fromString("9007199254740993") },
    [
      { a: Long.fromString("9007199254740992") },
      { a: Long.fromString("9007199254740993") },
      { a: 9007199254740992 },
    ],
    [1],
  ],
  ["equality in an array", { a: 1 }, [{ a: [1, 2] }, { a: [2] }, { a: [[1]] }], [0]],
  [
    "equality of a whole array",
    { a: [1, 2] },
    [{ a: [1, 2] }, { a: [2, 1] }, { a: [[1, 2], 3] }, { a: [1, 2, 3] }],
    [0, 2],
  ],
  [
    "equality of a document, order counts",
    { a: { x: 1, y: 2 } },
    [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, { a: { x: 1 } }],
    [0],
  ],
  [
    "null matches null and missing",
    { a: null },
    [{ a: null }, {}, { a: 0 }, { a: [] }, { a: [null] }],
    [0, 1, 4],
  ],
  [
    "null at a dotted path",
    { "a.b": null },
    [
      {},
      { a: 4 },
      { a: {} },
      { a: { b: null } },
      { a: { b: 1 } },
      { a: [] },
      { a: [1, 2] },
      { a: [{ b: 1 }, {}] },
      { a: [{ b: 1 }] },
    ],
    [0, 1, 2, 3, 7],
  ],
  ["$ne null", { a: { $ne: null } }, [{ a: null }, {}, { a: 0 }, { a: [] }, { a: [null] }], [2, 3]],
  [
    "dotted path",
    { "a.b": 1 },
    [{ a: { b: 1 } }, { a: [{ b: 2 }, { b: 1 }] }, { a: [[{ b: 1 }]] }, { "a.b": 1 }],
    [0, 1],
  ],
  [
    "position in a path",
    { "a.1": 5 },
    [{ a: [4, 5] }, { a: { 1: 5 } }, { a: [{ 1: 5 }] }, { a: [5, 4] }],
    [0, 1, 2],
  ],
  ["position, then name", { "a.0.b": 1 }, [{ a: [{ b: 1 }] }, { a: [{ b: 2 }, { b: 1 }] }], [0]],
  ["position of an array does not open it", { "a.0": 1 }, [{ a: [[1]] }, { a: [1] }], [1]],
  [
    "$gt stays in its type",
    { a: { $gt: 5 } },
    [{ a: 6 }, { a: 5 }, { a: "9" }, { a: date }, {}, { a: [1, 9] }],
    [0, 5],
  ],
  ["$gte and $lte", { a: { $gte: 2, $lte: 3 } }, [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }], [1, 2]],
  ["two bounds may be met by two elements", { a: { $gt: 3, $lt: 2 } }, [{ a: [1, 4] }, { a: [2, 3] }], [0]],
  ["$lt on strings goes by code points", { a: { $lt: "\uffee" } }, [{ a: "a" }, { a: "\u{1f600}" }], [0]],
  ["$gte null", { a: { $gte: null } }, [{ a: null }, {}, { a: 1 }], [0, 1]],
  ["NaN equals only itself", { a: Number.NaN }, [{ a: Number.NaN }, { a: 0 }, {}], [0]],
  ["NaN is in no range", { a: { $lt: 5 } }, [{ a: Number.NaN }, { a: 1 }], [1]],
  [
    "NaN of decimals is in no range",
    { a: { $lt: 5 } },
    [{ a: Decimal128.fromString("NaN") }, { a: Decimal128.fromString("1") }],
    [1],
  ],
  [
    "$gt MinKey matches everything else",
    { a: { $gt: new MinKey() } },
    [{ a: 1 }, { a: new MinKey() }, {}, { a: "x" }],
    [0, 2, 3],
  ],
  [
    "$lt MaxKey matches everything else",
    { a: { $lt: new MaxKey() } },
    [{ a: 1 }, { a: new MaxKey() }, { a: "x" }],
    [0, 2],
  ],
  ["dates", { a: { $gt: new Date(0) } }, [{ a: date }, { a: 5 }, { a: new Timestamp({ t: 9, i: 1 }) }], [0]],
  ["booleans", { a: { $lt: true } }, [{ a: false }, { a: true }, { a: 0 }], [0]],
  ["object ids", { a: id }, [{ a: id }, { a: id.toHexString() }], [0]],
  [
    "binary by length, subtype, bytes",
    { a: { $gt: new Binary(Buffer.from("b")) } },
    [
      { a: new Binary(Buffer.from("aa")) },
      { a: new Binary(Buffer.from("c")) },
      { a: new Binary(Buffer.from("a"), 4) },
      { a: new Binary(Buffer.from("a")) },
    ],
    [0, 1, 2],
  ],
  ["$ne", { a: { $ne: 1 } }, [{ a: 1 }, { a: 2 }, {}, { a: [1, 2] }], [1, 2]],
  [
    "$in",
    { a: { $in: [1, null, /^x/] } },
    [{ a: 1 }, {}, { a: "xy" }, { a: 2 }, { a: [7, 1] }],
    [0, 1, 2, 4],
  ],
  [
    "$in of many",
    { a: { $in: [0, 1, 2, 3, 4, 5, 6, 7, "x", null, /^b/] } },
    [{ a: new Long(7) }, { a: 8 }, {}, { a: "bb" }, { a: [9, "x"] }, { a: "y" }],
    [0, 2, 3, 4],
  ],
  ["$in nothing", { a: { $in: [] } }, [{ a: 1 }, {}], []],
  ["$nin", { a: { $nin: [1, 2] } }, [{ a: 1 }, { a: 3 }, {}, { a: [1] }], [1, 2]],
  [
    "$and, $or, $nor",
    { $and: [{ a: 1 }], $or: [{ b: 1 }, { b: 2 }], $nor: [{ c: 1 }] },
    [
      { a: 1, b: 1 },
      { a: 1, b: 2, c: 1 },
      { a: 1, b: 3 },
    ],
    [0],
  ],
  ["$not", { a: { $not: { $gt: 5 } } }, [{ a: 1 }, { a: 9 }, {}, { a: "x" }], [0, 2, 3]],
  ["$not with a regular expression", { a: { $not: /^a/ } }, [{ a: "abc" }, { a: "b" }, {}], [1, 2]],
  ["$exists true", { a: { $exists: true } }, [{ a: null }, {}, { a: [] }], [0, 2]],
  [
    "$exists false in arrays of documents",
    { "a.b": { $exists: false } },
    [{ a: [] }, { a: [{ b: 1 }, {}] }, { a: [{}] }, {}],
    [0, 2, 3],
  ],
  ["$type by alias", { a: { $type: "string" } }, [{ a: "x" }, { a: 1 }, { a: ["x"] }], [0, 2]],
  [
    "$type number",
    { a: { $type: "number" } },
    [{ a: 1 }, { a: 1.5 }, { a: Long.ONE }, { a: Decimal128.fromString("1") }, { a: "1" }],
    [0, 1, 2, 3],
  ],
  [
    "$type by number and as a list",
    { a: { $type: [16, "bool"] } },
    [{ a: new Int32(1) }, { a: 1.5 }, { a: true }],
    [0, 2],
  ],
  ["$type array", { a: { $type: "array" } }, [{ a: [] }, { a: [[1]] }, { a: 1 }], [0, 1]],
  ["$all", { a: { $all: [1, 2] } }, [{ a: [2, 1, 3] }, { a: [1] }, { a: 1 }], [0]],
  ["$all of one value", { a: { $all: [1] } }, [{ a: 1 }, { a: [1] }, { a: 2 }], [0, 1]],
  ["$all of nothing", { a: { $all: [] } }, [{ a: [] }, { a: 1 }], []],
  [
    "$all with $elemMatch",
    { a: { $all: [{ $elemMatch: { x: 1 } }, { $elemMatch: { x: 2 } }] } },
    [{ a: [{ x: 1 }, { x: 2 }] }, { a: [{ x: 1 }] }],
    [0],
  ],
  [
    "$elemMatch on values needs one element",
    { a: { $elemMatch: { $gt: 1, $lt: 4 } } },
    [{ a: [0, 5] }, { a: [2] }, { a: 2 }],
    [1],
  ],
  [
    "$elemMatch on documents needs one element",
    { a: { $elemMatch: { x: 1, y: 2 } } },
    [{ a: [{ x: 1 }, { y: 2 }] }, { a: [{ x: 1, y: 2 }] }, { a: { x: 1, y: 2 } }],
    [1],
  ],
  ["$size", { a: { $size: 2 } }, [{ a: [1, 2] }, { a: [1] }, { a: [[1, 2]] }, { a: 2 }], [0]],
  ["$mod", { a: { $mod: [4, 1] } }, [{ a: 5 }, { a: 5.9 }, { a: 4 }, { a: "5" }, { a: -3 }], [0, 1]],
  [
    "$regex and $options",
    { a: { $regex: "^AB", $options: "i" } },
    [{ a: "abc" }, { a: "xab" }, { a: ["zz", "Abz"] }, { a: 1 }],
    [0, 2],
  ],
  [
    "extended regular expressions",
    { a: { $regex: "a b # text\n c", $options: "x" } },
    [{ a: "abc" }, { a: "a bc" }],
    [0],
  ],
  ["regular expressions match themselves", { a: /x/ }, [{ a: /x/ }, { a: /x/i }, { a: "x" }], [0, 2]],
  [
    "$bitsAllSet",
    { a: { $bitsAllSet: [0, 2] } },
    [{ a: 5 }, { a: 4 }, { a: new Binary(Buffer.of(5)) }],
    [0, 2],
  ],
  ["$bitsAnyClear", { a: { $bitsAnyClear: 3 } }, [{ a: 1 }, { a: 3 }], [0]],
  [
    "$expr compares fields",
    { $expr: { $gt: ["$a", "$b"] } },
    [
      { a: 2, b: 1 },
      { a: 1, b: 2 },
      { a: "x", b: 9 },
    ],
    [0, 2],
  ],
  ["$comment is ignored", { a: 1, $comment: "why" }, [{ a: 1 }, { a: 2 }], [0]],
  ["__proto__ is a name like others", { "__proto__.x": 1 }, [{ ["__proto__"]: 1 }], []],
];

test.each(cases)("find: %s", async (_name, filter, docs, matching) => {
  const collection = await store.collection(docs.map((doc, i) => ({ _id: i, ...doc })));
  const found = await collection.find(filter).sort({ _id: 1 }).toArray();
  expect(found.map(doc => doc._id)).toEqual(matching);
});
