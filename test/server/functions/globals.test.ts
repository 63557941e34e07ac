import { Harness } from "./harness";

const harness = new Harness();
afterAll(() => harness.runtime.close());

const hex = "5f5f5f5f5f5f5f5f5f5f5f5f";

describe("BSON", () => {
  test.each([
    ["ObjectId from text", `BSON.ObjectId('${hex}')`, { $oid: hex }],
    ["new ObjectId from text", `new BSON.ObjectId('${hex}')`, { $oid: hex }],
    [
      "ObjectId as text",
      `BSON.ObjectId('${hex}').toString() + new BSON.ObjectId('${hex}').toHexString()`,
      hex + hex,
    ],
    ["ObjectId equality", `BSON.ObjectId('${hex}').equals(new BSON.ObjectId('${hex}'))`, true],
    ["ObjectId as JSON", `JSON.stringify({ a: BSON.ObjectId('${hex}') })`, `{"a":"${hex}"}`],
    ["ObjectId class", `BSON.ObjectId('${hex}') instanceof BSON.ObjectId`, true],
    [
      "ObjectId time",
      `new BSON.ObjectId('000000010000000000000000').getTimestamp()`,
      { $date: { $numberLong: "1000" } },
    ],
    ["Int32", "BSON.Int32(5)", { $numberInt: "5" }],
    ["Int32 arithmetic", "BSON.Int32(5) + 1", { $numberInt: "6" }],
    ["Double", "new BSON.Double(5)", { $numberDouble: "5.0" }],
    ["Long of halves", "BSON.Long(1, 1)", { $numberLong: "4294967297" }],
    ["Long of a negative half", "BSON.Long(-1, 0)", { $numberLong: "4294967295" }],
    [
      "Long from text",
      "BSON.Long.fromString('-9223372036854775808')",
      { $numberLong: "-9223372036854775808" },
    ],
    ["Long arithmetic", "BSON.Long(6).multiply(7).subtract(2)", { $numberLong: "40" }],
    ["Decimal128", "BSON.Decimal128.fromString('1.50')", { $numberDecimal: "1.50" }],
    [
      "Binary from hexadecimal",
      "BSON.Binary.fromHex('00ff', 5)",
      { $binary: { base64: "AP8=", subType: "05" } },
    ],
    ["Binary from base64", "BSON.Binary.fromBase64('aGk=').text()", "hi"],
    ["Binary as text", "BSON.Binary.fromHex('c3a925f09f9880').text()", "é%😀"],
    [
      "Binary as hexadecimal and base64",
      "['toHex', 'toBase64'].map(m => BSON.Binary.fromHex('0102ff')[m]())",
      ["0102ff", "AQL/"],
    ],
    ["a Uint8Array", "new Uint8Array([1, 2])", { $binary: { base64: "AQI=", subType: "00" } }],
    [
      "UUID",
      "BSON.UUID('00112233-4455-6677-8899-aabbccddeeff')",
      { $binary: { base64: "ABEiM0RVZneImaq7zN3u/w==", subType: "04" } },
    ],
    ["BSONRegExp", "BSON.BSONRegExp('a', 'mi')", { $regularExpression: { pattern: "a", options: "im" } }],
    ["a RegExp", "/a+/gi", { $regularExpression: { pattern: "a+", options: "i" } }],
    ["Timestamp", "new BSON.Timestamp({ t: 1, i: 2 })", { $timestamp: { t: 1, i: 2 } }],
    ["MinKey and MaxKey", "[BSON.MinKey(), new BSON.MaxKey()]", [{ $minKey: 1 }, { $maxKey: 1 }]],
  ])("BSON: %s", async (_name, source, expected) => {
    expect(await harness.ejson(`exports = () => ${source}`)).toEqual(expected);
  });

  test("BSON: new ids and UUIDs differ, within a call and between calls", async () => {
    const source =
      "exports = () => [String(BSON.ObjectId()), String(new BSON.ObjectId()), String(BSON.UUID()), String(Math.random())]";
    const all = [
      ...((await harness.value(source)) as string[]),
      ...((await harness.value(source)) as string[]),
    ];
    expect(new Set(all).size).toBe(8);
    expect(all[0]).toMatch(/^[0-9a-f]{24}$/);
    expect(all[2]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test.each([
    ["BSON.ObjectId('nope')", "'nope' is not an ObjectId: it takes 24 hexadecimal digits"],
    ["BSON.Decimal128.fromString('x')", "'x' is not a Decimal128 number"],
    ["BSON.Binary.fromBase64('a')", "not padded base64"],
    ["BSON.Binary.fromHex('abc')", "'abc' is not hexadecimal"],
  ])("BSON: %s is refused", async (source, message) => {
    expect((await harness.failure(`exports = () => ${source}`)).message).toBe(message);
  });
});

describe("EJSON", () => {
  test.each([
    [
      "stringify is canonical",
      "EJSON.stringify({ n: 1, d: 0.5, l: BSON.Long(2), t: new Date(5) })",
      '{"n":{"$numberInt":"1"},"d":{"$numberDouble":"0.5"},"l":{"$numberLong":"2"},"t":{"$date":{"$numberLong":"5"}}}',
    ],
    [
      "stringify can be relaxed",
      "EJSON.stringify({ n: 1, t: new Date(5) }, { relaxed: true })",
      '{"n":1,"t":{"$date":"1970-01-01T00:00:00.005Z"}}',
    ],
    ["stringify indents", "EJSON.stringify([true], null, 2)", "[\n  true\n]"],
    [
      "parse and stringify are inverse",
      `EJSON.stringify(EJSON.parse('{"a":{"$numberLong":"5"},"b":{"$numberDouble":"5.0"},"c":{"$oid":"${hex}"},"d":[{"$numberInt":"1"}]}'))`,
      `{"a":{"$numberLong":"5"},"b":{"$numberDouble":"5.0"},"c":{"$oid":"${hex}"},"d":[{"$numberInt":"1"}]}`,
    ],
    [
      "parse gives usable values",
      `EJSON.parse('{"a":{"$numberLong":"5"},"t":{"$date":{"$numberLong":"7"}}}').a + EJSON.parse('{"$date":"1970-01-01T00:00:00.007Z"}').getTime()`,
      12,
    ],
  ])("EJSON: %s", async (_name, source, expected) => {
    expect(await harness.value(`exports = () => ${source}`)).toEqual(expected);
  });

  test("EJSON: malformed text is a SyntaxError", async () => {
    expect((await harness.failure("exports = () => EJSON.parse('{')")).errorName).toBe("SyntaxError");
  });
});

describe("what is not there", () => {
  test.each([
    "process",
    "fetch",
    "WebAssembly",
    "module",
    "global",
    "Buffer",
    "std",
    "os",
    "importScripts",
    "__appsteadHost",
  ])("globals: %s does not exist", async name => {
    expect(await harness.value(`exports = () => typeof ${name}`)).toBe("undefined");
  });

  test("globals: code made from text stays inside", async () => {
    const source =
      "exports = () => [typeof Function('return this')().process, (0, eval)('typeof require'), typeof [].constructor.constructor('return process')]";
    expect(await harness.value(source)).toEqual(["undefined", "undefined", "function"]);
    const breakout = "exports = () => [].constructor.constructor('return process')()";
    expect((await harness.failure(breakout)).message).toBe("process is not defined");
  });

  test("globals: import() finds nothing", async () => {
    expect((await harness.failure("exports = () => import('fs')")).code).toBe("FunctionExecutionError");
  });
});
