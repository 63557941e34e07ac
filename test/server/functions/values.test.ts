import { Double, Int32, Long, ObjectId } from "bson";
import { Harness, typed } from "./harness";

const harness = new Harness();
afterAll(() => harness.runtime.close());

const uuid = { $binary: { base64: "ABEiM0RVZneImaq7zN3u/w==", subType: "04" } };
const everyType: [name: string, ejson: unknown][] = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["empty string", ""],
  ["string", "héllo 😀 \u0000 \ud83d\ude00"],
  ["int32 zero", { $numberInt: "0" }],
  ["int32 minimum", { $numberInt: "-2147483648" }],
  ["int32 maximum", { $numberInt: "2147483647" }],
  ["int64 zero", { $numberLong: "0" }],
  ["int64 one", { $numberLong: "1" }],
  ["int64 beyond int32", { $numberLong: "2147483648" }],
  ["int64 safe maximum", { $numberLong: "9007199254740991" }],
  ["int64 beyond safe", { $numberLong: "9007199254740993" }],
  ["int64 minimum", { $numberLong: "-9223372036854775808" }],
  ["int64 maximum", { $numberLong: "9223372036854775807" }],
  ["double zero", { $numberDouble: "0.0" }],
  ["double minus zero", { $numberDouble: "-0.0" }],
  ["double whole", { $numberDouble: "5.0" }],
  ["double whole beyond int32", { $numberDouble: "3000000000.0" }],
  ["double fraction", { $numberDouble: "3.14" }],
  ["double maximum", { $numberDouble: "1.7976931348623157e+308" }],
  ["double smallest", { $numberDouble: "5e-324" }],
  ["double NaN", { $numberDouble: "NaN" }],
  ["double infinity", { $numberDouble: "-Infinity" }],
  ["decimal", { $numberDecimal: "1.5" }],
  ["decimal maximum", { $numberDecimal: "9.999999999999999999999999999999999E+6144" }],
  ["decimal NaN", { $numberDecimal: "NaN" }],
  ["ObjectId", { $oid: "5f5f5f5f5f5f5f5f5f5f5f5f" }],
  ["date", { $date: { $numberLong: "1700000000123" } }],
  ["date before 1970", { $date: { $numberLong: "-1" } }],
  ["binary", { $binary: { base64: "AAECAwQ=", subType: "80" } }],
  ["empty binary", { $binary: { base64: "", subType: "00" } }],
  ["UUID", uuid],
  ["regular expression", { $regularExpression: { pattern: "^a.b$", options: "im" } }],
  ["timestamp", { $timestamp: { t: 4294967295, i: 1 } }],
  ["minimum key", { $minKey: 1 }],
  ["maximum key", { $maxKey: 1 }],
  ["code", { $code: "f()" }],
  ["empty array", []],
  ["empty object", {}],
  ["object with awkward keys", { $: true, "": null, "a.b": "x", __proto__x: true, constructor: false }],
];

describe("identity", () => {
  test.each(everyType)("values: %s comes back unchanged", async (_name, ejson) => {
    const value = typed({ value: ejson }) as { value: unknown };
    expect(await harness.ejson("exports = x => x", [value.value])).toEqual(ejson);
  });

  test("values: every type comes back unchanged inside one document, and one array", async () => {
    const document = Object.fromEntries(everyType);
    const array = everyType.map(([, ejson]) => ejson);
    expect(await harness.ejson("exports = async x => x", [typed(document)])).toEqual(document);
    expect(await harness.ejson("exports = x => x", [typed(array)])).toEqual(array);
  });

  test("values: a key named __proto__ is an ordinary key", async () => {
    const document = JSON.parse('{"__proto__": {"polluted": true}, "$": {"__proto__": 1}}');
    const { result } = await harness.run("exports = x => x", [document]);
    expect(Object.keys(result as object)).toEqual(["__proto__", "$"]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  test("values: values of the host come back unchanged from context.values", async () => {
    const document = Object.fromEntries(everyType);
    expect(
      await harness.ejson("exports = () => context.values.get('v')", [], { values: { v: typed(document) } }),
    ).toEqual(document);
  });
});

describe("arithmetic", () => {
  test.each([
    ["int32 + int32", "(a, b) => a + b", [new Int32(2), new Int32(3)], { $numberInt: "5" }],
    [
      "int32 + int32 that overflows",
      "(a, b) => a + b",
      [new Int32(2147483647), new Int32(1)],
      { $numberLong: "2147483648" },
    ],
    ["int64 + int64", "(a, b) => a + b", [Long.fromNumber(2), Long.fromNumber(3)], { $numberLong: "5" }],
    [
      "literal 0 + int64s",
      "(...n) => n.reduce((a, b) => a + b, 0)",
      [Long.fromNumber(2), Long.fromNumber(3)],
      { $numberLong: "5" },
    ],
    [
      "literal 0 + int32s",
      "(...n) => n.reduce((a, b) => a + b, 0)",
      [new Int32(2), new Int32(3)],
      { $numberInt: "5" },
    ],
    ["int32 + int64", "(a, b) => a + b", [new Int32(2), Long.fromNumber(3)], { $numberLong: "5" }],
    ["int64 * 2", "a => a * 2", [Long.fromNumber(21)], { $numberLong: "42" }],
    ["double + double", "(a, b) => a + b", [new Double(1.5), new Double(2.5)], { $numberDouble: "4.0" }],
    ["double whole + int32", "(a, b) => a + b", [new Double(4), new Int32(1)], { $numberDouble: "5.0" }],
    ["int64 / 2 with a remainder", "a => a / 2", [Long.fromNumber(5)], { $numberDouble: "2.5" }],
    ["a literal", "() => 7", [], { $numberInt: "7" }],
    ["a large literal", "() => 3000000000", [], { $numberLong: "3000000000" }],
    ["a fraction", "() => 0.5", [], { $numberDouble: "0.5" }],
    ["a count", "a => a.length", [[1, 2, 3]], { $numberInt: "3" }],
    ["a BigInt", "() => 9223372036854775807n", [], { $numberLong: "9223372036854775807" }],
    [
      "a large int64 as a Long",
      "a => a.add(1)",
      [Long.fromString("9007199254740993")],
      { $numberLong: "9007199254740994" },
    ],
  ])("values: %s keeps its number type", async (_name, source, args, expected) => {
    expect(await harness.ejson(`exports = ${source}`, args)).toEqual(expected);
  });

  test("values: numbers are numbers to the code", async () => {
    const args = [new Int32(1), Long.fromNumber(2), new Double(3)];
    const source =
      "exports = (...n) => [n.every(x => typeof x === 'number'), n[0] === 1, n[1] === 2, JSON.stringify(n)]";
    expect(await harness.value(source, args)).toEqual([true, true, true, "[1,2,3]"]);
  });
});

describe("results", () => {
  test.each([
    ["nothing", "() => {}", null],
    ["undefined members", "() => ({ a: undefined, b: 1 })", { b: 1 }],
    ["holes", "() => [1, undefined, , 2]", [1, null, null, 2]],
    ["functions and symbols", "() => ({ f() {}, s: Symbol('x'), k: 1 })", { k: 1 }],
    ["a function", "() => () => 1", null],
    ["a promise", "() => Promise.resolve('x')", "x"],
    ["a thenable", "() => ({ then(resolve) { resolve('x') } })", "x"],
    ["a Map", "() => new Map([['a', 1], [2, 'b']])", { a: 1, 2: "b" }],
    ["a Set", "() => new Set([1, 'a'])", [1, "a"]],
    ["an Error", "() => new TypeError('x')", { name: "TypeError", message: "x" }],
    [
      "a class instance",
      "() => new (class P { constructor() { this.a = 1 } get b() { return 2 } })()",
      { a: 1 },
    ],
    [
      "a document that calls itself a BSON value",
      "() => ({ _bsontype: 'Nothing' })",
      { _bsontype: "Nothing" },
    ],
    ["an object used twice", "() => { const x = { a: 1 }; return [x, x] }", [{ a: 1 }, { a: 1 }]],
    [
      "joined strings",
      "() => { let s = ''; for (let i = 0; i < 5000; i++) s += 'é'; return s.length + s.slice(0, 2) }",
      "5000éé",
    ],
  ])("values: %s as a result", async (_name, source, expected) => {
    expect(await harness.value(`exports = ${source}`)).toEqual(expected);
  });

  test.each([
    ["contains itself", "() => { const x = {}; x.x = x; return x }", /contains itself/],
    [
      "is nested without end",
      "() => { let x = {}; for (let i = 0; i < 300; i++) x = { x }; return x }",
      /nested more than 200/,
    ],
    ["is an invalid date", "() => new Date('x')", /invalid Date/],
    ["is a BigInt beyond 64 bits", "() => 2n ** 64n", /does not fit into 64 bits/],
    ["has billions of items", "() => { const a = []; a.length = 4e9; return a }", /more than \d+ items/],
    ["is long only once it is written", "() => '\\0'.repeat(12e6)", /larger than \d+ characters/],
  ])("values: a result that %s fails the call", async (_name, source, message) => {
    const failure = await harness.failure(`exports = ${source}`);
    expect(failure).toMatchObject({
      code: "FunctionExecutionError",
      message: expect.stringMatching(message),
    });
  });

  test("values: the bytes of a buffer are binary", async () => {
    const source = "exports = () => [new Uint8Array([1, 2]).buffer, new Uint8Array([3])]";
    const binary = (base64: string) => ({ $binary: { base64, subType: "00" } });
    expect(await harness.ejson(source)).toEqual([binary("AQI="), binary("Aw==")]);
  });

  test("values: missing arguments are undefined and extra ones are passed", async () => {
    expect(await harness.value("exports = (a, b) => b === undefined", [1])).toBe(true);
    expect(await harness.value("exports = function () { return arguments.length }", [1, 2, 3])).toBe(3);
  });

  test("values: an argument nested without end is refused", async () => {
    let value: unknown = 1;
    for (let i = 0; i < 300; i++) value = [value];
    await expect(harness.run("exports = x => x", [value])).rejects.toThrow("nested more than 200");
  });

  test.each([
    '{"$oid":"short"}',
    '{"$date":"yesterday"}',
    '{"$date":{"$numberLong":"x"}}',
    '{"$date":{"$numberLong":"9999999999999999"}}',
    '{"$numberInt":"x"}',
    '{"$numberInt":"2147483648"}',
    '{"$numberLong":"9223372036854775808"}',
    '{"$numberDouble":"x"}',
    '{"$numberDecimal":"x"}',
    '{"$binary":{"base64":"!","subType":"00"}}',
    '{"$binary":null}',
    '{"$uuid":"x"}',
    '{"$regularExpression":{}}',
    '{"$timestamp":{}}',
  ])("values: the argument %s is refused and nothing is called", async malformed => {
    const called = jest.fn(async () => null);
    const run = harness.run("exports = () => context.called()", [], {
      operations: { called },
      argumentsText: `[[${malformed}]]`,
    });
    await expect(run).rejects.toMatchObject({ code: "InvalidArguments" });
    expect(called).not.toHaveBeenCalled();
  });

  test("values: arguments may be relaxed Extended JSON", async () => {
    const given =
      '[1,2.5,3000000000,{"$date":"1970-01-01T00:00:00.005Z"},{"$regex":"^a","$options":"i"},null]';
    expect(await harness.ejson("exports = (...all) => all", [], { argumentsText: given })).toEqual([
      { $numberInt: "1" },
      { $numberDouble: "2.5" },
      { $numberLong: "3000000000" },
      { $date: { $numberLong: "5" } },
      { $regularExpression: { pattern: "^a", options: "i" } },
      null,
    ]);
  });

  test("values: a large document passes both ways", async () => {
    const documents = Array.from({ length: 5000 }, (_, i) => ({
      _id: new ObjectId(),
      n: i,
      text: "x".repeat(50),
    }));
    const { result } = await harness.run("exports = docs => docs.filter(d => d.n % 2 === 0)", [documents]);
    expect(result).toHaveLength(2500);
    expect((result as { _id: ObjectId }[])[1]?._id).toEqual(documents[2]?._id);
  });
});
