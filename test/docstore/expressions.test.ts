import type { Document } from "mongodb";
import { Decimal128, Double, Int32, Long, ObjectId } from "mongodb";
import { failure, startTestStore, type TestStore } from "./harness";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await store.db.collection("one").insertOne(doc as Document);
});
afterAll(() => store.close());

const date = new Date("2024-02-29T23:30:15.123Z");
const doc = {
  _id: 1,
  i: new Int32(7),
  d: new Double(2.5),
  l: Long.fromNumber(9),
  m: Decimal128.fromString("1.10"),
  s: "Hello",
  u: "aé😀b",
  nul: null,
  t: true,
  date,
  list: [3, 1, 2],
  docs: [{ x: 1, y: "a" }, { x: 2 }, 5],
  o: { k: 1, v: { w: 2 } },
  id: new ObjectId("0123456789abcdef01234567"),
};
const int = (value: number): Int32 => new Int32(value);
const dbl = (value: number): Double => new Double(value);
const dec = (text: string): Decimal128 => Decimal128.fromString(text);
const long = (value: number): Long => Long.fromNumber(value);
/** The field's name; a literal object with it would look like a promise. */
const THEN: string = ["th", "en"].join("");
const MISSING = Symbol("missing");

const cases: [expression: unknown, result: unknown][] = [
  ["$o.v.w", int(2)],
  ["$docs.x", [int(1), int(2)]],
  ["$none", MISSING],
  ["$list.0", []],
  [{ $literal: "$i" }, "$i"],
  [
    ["$i", "$none"],
    [int(7), null],
  ],
  [{ a: "$i", b: "$none" }, { a: int(7) }],
  ["$$ROOT.i", int(7)],
  [{ $cond: [true, "$$REMOVE", 1] }, MISSING],
  [{ $add: ["$i", 1] }, int(8)],
  [{ $add: ["$i", "$d"] }, dbl(9.5)],
  [{ $add: ["$i", "$l"] }, long(16)],
  [{ $add: ["$m", "$i"] }, dec("8.10")],
  [{ $add: [int(2147483647), int(1)] }, long(2147483648)],
  [{ $add: ["$date", 1000] }, new Date(date.getTime() + 1000)],
  [{ $add: ["$i", null] }, null],
  [{ $subtract: ["$i", 2] }, int(5)],
  [{ $subtract: ["$date", new Date(date.getTime() - 5)] }, long(5)],
  [{ $multiply: ["$i", "$d", 2] }, dbl(35)],
  [{ $divide: ["$i", 2] }, dbl(3.5)],
  [{ $divide: [dec("1"), dec("3")] }, dec("0.3333333333333333333333333333333333")],
  [{ $mod: ["$i", 4] }, int(3)],
  [{ $mod: [-7, 4] }, int(-3)],
  [{ $abs: -5 }, int(5)],
  [{ $ceil: "$d" }, dbl(3)],
  [{ $floor: -2.5 }, dbl(-3)],
  [{ $round: "$d" }, dbl(2)],
  [{ $round: [1234.567, -2] }, dbl(1200)],
  [{ $trunc: [-7.89, 1] }, dbl(-7.8)],
  [{ $sqrt: 16 }, dbl(4)],
  [{ $pow: [2, 10] }, int(1024)],
  [{ $ln: 1 }, dbl(0)],
  [{ $log: [100, 10] }, dbl(2)],
  [{ $log10: 1000 }, dbl(3)],
  [{ $exp: 0 }, dbl(1)],
  [{ $cmp: [1, "a"] }, int(-1)],
  [{ $eq: ["$i", 7.0] }, true],
  [{ $ne: ["$none", null] }, true],
  [{ $lt: ["$none", null] }, true],
  [{ $gte: ["$i", "$d"] }, true],
  [{ $and: [1, "", "$t"] }, true],
  [{ $or: [0, null, "$none"] }, false],
  [{ $not: [0] }, true],
  [{ $cond: { if: "$t", [THEN]: "y", else: "n" } }, "y"],
  [{ $ifNull: ["$nul", "$none", 5] }, int(5)],
  [
    {
      $switch: {
        branches: [
          { case: { $eq: ["$i", 1] }, [THEN]: "a" },
          { case: "$t", [THEN]: "b" },
        ],
        default: "c",
      },
    },
    "b",
  ],
  [{ $let: { vars: { x: "$i" }, in: { $add: ["$$x", "$$x"] } } }, int(14)],
  [{ $concat: ["$s", "!", "x"] }, "Hello!x"],
  [{ $concat: ["$s", null] }, null],
  [{ $toUpper: "$u" }, "Aé😀B"],
  [{ $toLower: "$nul" }, ""],
  [{ $substrCP: ["$u", 1, 2] }, "é😀"],
  [{ $substrBytes: ["$u", 0, 3] }, "aé"],
  [{ $substr: ["$s", 1, -1] }, "ello"],
  [{ $strLenBytes: "$u" }, int(8)],
  [{ $strLenCP: "$u" }, int(4)],
  [{ $indexOfCP: ["$u", "b"] }, int(3)],
  [{ $indexOfBytes: ["$u", "b"] }, int(7)],
  [{ $indexOfCP: ["$s", "z"] }, int(-1)],
  [{ $strcasecmp: ["abc", "ABD"] }, int(-1)],
  [{ $split: ["a-b-", "-"] }, ["a", "b", ""]],
  [{ $trim: { input: "  x " } }, "x"],
  [{ $ltrim: { input: "xxa", chars: "x" } }, "a"],
  [{ $rtrim: { input: "axx", chars: "x" } }, "a"],
  [{ $replaceOne: { input: "a.a", find: "a", replacement: "[$&]" } }, "[$&].a"],
  [{ $replaceAll: { input: "a.a", find: "a", replacement: "b" } }, "b.b"],
  [{ $regexMatch: { input: "$s", regex: "^h", options: "i" } }, true],
  [{ $regexFind: { input: "$u", regex: /(b)(z)?/ } }, { match: "b", idx: int(3), captures: ["b", null] }],
  [
    { $regexFindAll: { input: "abab", regex: "b" } },
    [
      { match: "b", idx: int(1), captures: [] },
      { match: "b", idx: int(3), captures: [] },
    ],
  ],
  [{ $arrayElemAt: ["$list", -1] }, int(2)],
  [{ $arrayElemAt: ["$list", 9] }, MISSING],
  [{ $first: "$list" }, int(3)],
  [{ $last: "$list" }, int(2)],
  [{ $size: "$list" }, int(3)],
  [{ $slice: ["$list", 1] }, [int(3)]],
  [{ $slice: ["$list", -2, 1] }, [int(1)]],
  [{ $concatArrays: ["$list", [9]] }, [int(3), int(1), int(2), int(9)]],
  [{ $in: [2, "$list"] }, true],
  [{ $indexOfArray: ["$list", 2] }, int(2)],
  [{ $isArray: "$list" }, true],
  [{ $reverseArray: "$list" }, [int(2), int(1), int(3)]],
  [{ $range: [0, 7, 3] }, [int(0), int(3), int(6)]],
  [{ $zip: { inputs: [[1, 2], [3]] } }, [[int(1), int(3)]]],
  [
    { $zip: { inputs: [[1, 2], [3]], useLongestLength: true, defaults: [0, 9] } },
    [
      [int(1), int(3)],
      [int(2), int(9)],
    ],
  ],
  [{ $sortArray: { input: "$list", sortBy: -1 } }, [int(3), int(2), int(1)]],
  [{ $sortArray: { input: [{ a: 2 }, { a: 1 }], sortBy: { a: 1 } } }, [{ a: int(1) }, { a: int(2) }]],
  [{ $firstN: { input: "$list", n: 2 } }, [int(3), int(1)]],
  [{ $maxN: { input: "$list", n: 2 } }, [int(3), int(2)]],
  [{ $map: { input: "$list", as: "e", in: { $multiply: ["$$e", 2] } } }, [int(6), int(2), int(4)]],
  [{ $filter: { input: "$list", cond: { $gt: ["$$this", 1] } } }, [int(3), int(2)]],
  [{ $filter: { input: "$list", cond: true, limit: 1 } }, [int(3)]],
  [{ $reduce: { input: "$list", initialValue: 0, in: { $add: ["$$value", "$$this"] } } }, int(6)],
  [
    {
      $setUnion: [
        [1, 2],
        [2, 3.0],
      ],
    },
    [int(1), int(2), int(3)],
  ],
  [
    {
      $setIntersection: [
        [1, 2, 2],
        [2, 3],
      ],
    },
    [int(2)],
  ],
  [{ $setDifference: [[1, 2], [2]] }, [int(1)]],
  [
    {
      $setEquals: [
        [1, 2],
        [2, 1, 1],
      ],
    },
    true,
  ],
  [{ $setIsSubset: [[1], [1, 2]] }, true],
  [{ $anyElementTrue: [[0, 1]] }, true],
  [{ $allElementsTrue: [[0, 1]] }, false],
  [{ $mergeObjects: ["$o", { k: 2 }, null] }, { k: int(2), v: { w: int(2) } }],
  [{ $objectToArray: { a: 1 } }, [{ k: "a", v: int(1) }]],
  [
    {
      $arrayToObject: [
        [
          ["a", 1],
          ["b", 2],
        ],
      ],
    },
    { a: int(1), b: int(2) },
  ],
  [{ $getField: { field: "k", input: "$o" } }, int(1)],
  [{ $setField: { field: "k", input: "$o", value: 5 } }, { k: int(5), v: { w: int(2) } }],
  [{ $unsetField: { field: "k", input: "$o" } }, { v: { w: int(2) } }],
  [{ $sum: "$list" }, int(6)],
  [{ $avg: ["$i", "$d"] }, dbl(4.75)],
  [{ $min: ["$i", "$d", null] }, dbl(2.5)],
  [{ $max: "$list" }, int(3)],
  [{ $type: "$none" }, "missing"],
  [{ $type: "$m" }, "decimal"],
  [{ $isNumber: "$l" }, true],
  [{ $toInt: "12" }, int(12)],
  [{ $toLong: 3.9 }, long(3)],
  [{ $toDouble: "1.5" }, dbl(1.5)],
  [{ $toDecimal: 0.1 }, dec("0.100000000000000")],
  [{ $toString: "$m" }, "1.10"],
  [{ $toString: "$id" }, "0123456789abcdef01234567"],
  [{ $toString: "$date" }, "2024-02-29T23:30:15.123Z"],
  [{ $toBool: "" }, true],
  [{ $toDate: "2024-01-02" }, new Date("2024-01-02")],
  [{ $toObjectId: "0123456789abcdef01234567" }, doc.id],
  [{ $convert: { input: "x", to: "int", onError: "bad" } }, "bad"],
  [{ $convert: { input: null, to: "int", onNull: 0 } }, int(0)],
  [{ $year: "$date" }, int(2024)],
  [{ $month: "$date" }, int(2)],
  [{ $dayOfMonth: { date: "$date", timezone: "+01:00" } }, int(1)],
  [{ $hour: { date: "$date", timezone: "America/New_York" } }, int(18)],
  [{ $minute: "$date" }, int(30)],
  [{ $second: "$date" }, int(15)],
  [{ $millisecond: "$date" }, int(123)],
  [{ $dayOfWeek: "$date" }, int(5)],
  [{ $dayOfYear: "$date" }, int(60)],
  [{ $isoWeek: "$date" }, int(9)],
  [{ $isoWeekYear: new Date("2021-01-03") }, int(2020)],
  [{ $week: new Date("2024-01-07") }, int(1)],
  [{ $isoDayOfWeek: new Date("2024-01-07") }, int(7)],
  [{ $dateToString: { date: "$date" } }, "2024-02-29T23:30:15.123Z"],
  [
    { $dateToString: { date: "$date", format: "%d/%m/%Y %H:%M:%S %j %z", timezone: "+02:00" } },
    "01/03/2024 01:30:15 061 +0200",
  ],
  [
    { $dateFromString: { dateString: "2024-02-29T10:00:00", timezone: "Europe/Berlin" } },
    new Date("2024-02-29T09:00:00Z"),
  ],
  [{ $dateFromParts: { year: 2024, month: 14, day: 1 } }, new Date("2025-02-01")],
  [{ $dateAdd: { startDate: new Date("2024-01-31"), unit: "month", amount: 1 } }, new Date("2024-02-29")],
  [{ $dateSubtract: { startDate: "$date", unit: "hour", amount: 2 } }, new Date("2024-02-29T21:30:15.123Z")],
  [
    { $dateDiff: { startDate: new Date("2023-12-31"), endDate: new Date("2024-01-01"), unit: "year" } },
    long(1),
  ],
  [
    { $dateDiff: { startDate: new Date("2024-01-06"), endDate: new Date("2024-01-07"), unit: "week" } },
    long(1),
  ],
  [{ $dateTrunc: { date: "$date", unit: "hour", binSize: 6 } }, new Date("2024-02-29T18:00:00Z")],
  [{ $dateTrunc: { date: "$date", unit: "month" } }, new Date("2024-02-01")],
  [{ $dateTrunc: { date: "$date", unit: "week", startOfWeek: "monday" } }, new Date("2024-02-26")],
];

test.each(cases)("expression: %j is %j", async (expression, result) => {
  const [found] = await store.db
    .collection("one")
    .aggregate([{ $replaceWith: { r: expression } }], { promoteValues: false, promoteLongs: false })
    .toArray();
  expect(found).toEqual(result === MISSING ? {} : { r: result });
});

const failing: [expression: Document, code: number][] = [
  [{ $add: ["$s", 1] }, 14],
  [{ $divide: [1, 0] }, 2],
  [{ $mod: [1, 0] }, 16610],
  [{ $subtract: [1] }, 16020],
  [{ $concat: [1] }, 34471],
  [{ $arrayElemAt: ["$s", 0] }, 28689],
  [{ $size: "$s" }, 28689],
  [{ $toInt: "x" }, 241],
  [{ $toInt: 2147483648 }, 241],
  [{ $year: "$s" }, 16006],
  [{ $hour: { date: "$date", timezone: "Nowhere/City" } }, 40485],
  [{ $switch: { branches: [{ case: false, [THEN]: 1 }] } }, 40066],
  [{ $map: { input: [1] } }, 28648],
  [{ $filter: { input: [1], cond: 1, nope: 1 } }, 28647],
  [{ $mergeObjects: 5 }, 40400],
  [{ $dateToString: { date: "$date", format: "%q" } }, 18536],
  [{ "$a.b": 1 }, 168],
];
test.each(failing)("expression: %j fails by name", async (expression, code) => {
  expect(
    await failure(
      store.db
        .collection("one")
        .aggregate([{ $project: { r: expression } }])
        .toArray(),
    ),
  ).toMatchObject({ code });
});
