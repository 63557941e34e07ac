import { type ExpressionScope, evaluateExpression, testExpression } from "@appstead/server/expressions";
import { Decimal128, Double, Int32, Long, ObjectId, UUID } from "bson";

const oid = new ObjectId("5f5f5f5f5f5f5f5f5f5f5f5f");
const uuid = new UUID("00112233-4455-6677-8899-aabbccddeeff");

const scope: ExpressionScope = {
  user: {
    id: "u1",
    type: "normal",
    data: { email: "a@example.com" },
    custom_data: {
      team: "red",
      manages: ["b@example.com", "c@example.com"],
      level: new Int32(3),
      oid: oid.toHexString(),
    },
    identities: [{ id: "i1", providerType: "local-userpass" }],
  },
  values: { limit: new Int32(10), names: ["ann", "bob"] },
  environment: { tag: "", values: { region: "eu" } },
  request: { httpMethod: "POST", requestHeaders: { "X-Key": ["abc"] } },
  root: {
    _id: oid,
    uid: uuid,
    owner: "u1",
    owners: ["u1", "u2"],
    n: new Int32(5),
    l: Long.fromString("9007199254740993"),
    d: new Double(5.5),
    dec: Decimal128.fromString("5"),
    at: new Date(1000),
    nothing: null,
    ok: true,
    address: { city: "Bonn", tags: ["a"] },
    items: [{ sku: "x", n: 1 }, { sku: "y" }],
  },
  prevRoot: { owner: "u2" },
  this: "now",
  prev: "before",
  args: { filter: { owner: "u1" } },
  partition: "team=red",
};

type Row = [expression: unknown, expected: boolean];

function check(rows: Row[], options = {}): void {
  test.each(
    rows.map(([expression, expected]) => ({ text: JSON.stringify(expression), expression, expected })),
  )("expressions: $text is $expected", async ({ expression, expected }) => {
    expect(testExpression(expression, scope, options)).toBe(expected);
    expect(await evaluateExpression(expression, scope, options)).toBe(expected);
  });
}

describe("constants and fields", () => {
  check([
    [true, true],
    [false, false],
    [{}, true],
    ["%%true", true],
    ["%%false", false],
    ["%%root.ok", true],
    ["%%root.n", false],
    [{ "%%true": true }, true],
    [{ "%%true": false }, false],
    [{ "%%false": false }, true],
    [{ owner: "u1" }, true],
    [{ owner: "u2" }, false],
    [{ owner: "u1", n: 5 }, true],
    [{ owner: "u1", n: 6 }, false],
    [{ "%%root.owner": "%%user.id" }, true],
    [{ "%%user.id": "%%root.owner" }, true],
    [{ "%%prevRoot.owner": "%%user.id" }, false],
    [{ "%%this": "now", "%%prev": "before" }, true],
    [{ "%%partition": "team=red" }, true],
    [{ "%%environment.tag": "" }, true],
    [{ "%%environment.values.region": "eu" }, true],
    [{ "%%request.httpMethod": "POST" }, true],
    [{ "%%request.requestHeaders.X-Key": "abc" }, true],
    [{ "%%values.limit": { "%gt": "%%root.n" } }, true],
    [{ "%%user.identities.providerType": "local-userpass" }, true],
    [{ "%%user.identities.0.id": "i1" }, true],
    [{ "address.city": "Bonn" }, true],
    [{ address: { city: "Bonn", tags: ["a"] } }, true],
    [{ address: { city: "Bonn" } }, false],
    [{ "items.sku": "y" }, true],
    [{ "%%args.filter.owner": "%%user.id" }, true],
  ]);
});

describe("missing values and null", () => {
  check([
    [{ missing: "%%user.missing" }, false],
    [{ missing: null }, false],
    [{ nothing: null }, true],
    [{ missing: { "%ne": 1 } }, true],
    [{ missing: { "%nin": [1] } }, true],
    [{ missing: { "%exists": false } }, true],
    [{ missing: { "%exists": true } }, false],
    [{ nothing: { "%exists": true } }, true],
    [{ owner: { $exists: 1 } }, true],
    [{ owner: { $exists: 0 } }, false],
    [{ owner: { "%exists": "%%true" } }, true],
    [{ missing: { "%gt": 0 } }, false],
    [{ "%%root.constructor": { "%exists": true } }, false],
    [{ "%%root.__proto__": { "%exists": true } }, false],
  ]);
});

describe("membership shorthand", () => {
  check([
    [{ owners: "%%user.id" }, true],
    [{ owners: "u3" }, false],
    [{ "%%user.id": "%%root.owners" }, true],
    [{ "%%user.data.email": "%%user.custom_data.manages" }, false],
    [{ owners: ["u1", "u2"] }, true],
    [{ owner: ["u1", "u2"] }, false],
  ]);
});

describe("comparisons in both spellings", () => {
  const operators: [string, unknown, boolean][] = [
    ["eq", 5, true],
    ["eq", "5", false],
    ["ne", 5, false],
    ["ne", "5", true],
    ["neq", 6, true],
    ["gt", 4, true],
    ["gt", 5, false],
    ["gt", "4", false],
    ["gte", 5, true],
    ["lt", 6, true],
    ["lt", 5, false],
    ["lte", 5, true],
    ["in", [4, 5], true],
    ["in", [4], false],
    ["in", [], false],
    ["nin", [4], true],
    ["nin", [5], false],
  ];
  check(
    operators.flatMap(([name, operand, expected]): Row[] => [
      [{ n: { [`%${name}`]: operand } }, expected],
      [{ n: { [`$${name}`]: operand } }, expected],
    ]),
  );
  check([
    [{ n: { $gt: 0, $lt: 6 } }, true],
    [{ n: { $gt: 0, $lt: 5 } }, false],
    [{ n: { $numberLong: "5" } }, true],
    [{ n: { "%eq": { $numberDouble: "5.0" } } }, true],
    [{ n: { "%eq": "%%root.dec" } }, true],
    [{ d: { "%gt": "%%root.n" } }, true],
    [{ l: { $numberLong: "9007199254740993" } }, true],
    [{ l: { $numberLong: "9007199254740992" } }, false],
    [{ at: { $date: { $numberLong: "1000" } } }, true],
    [{ at: { "%lt": { $date: "1970-01-01T00:00:02Z" } } }, true],
    [{ _id: { $oid: "5f5f5f5f5f5f5f5f5f5f5f5f" } }, true],
    [{ _id: "5f5f5f5f5f5f5f5f5f5f5f5f" }, false],
    [{ uid: { $uuid: "00112233-4455-6677-8899-aabbccddeeff" } }, true],
    [{ owner: { "%in": "%%root.owners" } }, true],
    [{ owner: { "%in": "%%user.custom_data.subscribedTo" } }, false],
    [{ owner: { "%nin": "%%user.custom_data.subscribedTo" } }, false],
    [{ owners: { "%in": ["u2", "u9"] } }, true],
    [{ owners: { $all: ["u1", "%%root.owners.1"] } }, true],
    [{ owners: { $all: ["%%user.id"] } }, true],
    [{ owners: { "%all": ["u1", "u9"] } }, false],
    [{ "%%partition": { $ne: "read-only" } }, true],
    [{ _id: { $ne: "read-only" } }, true],
  ]);
});

describe("logic", () => {
  check([
    [{ "%and": [{ owner: "u1" }, { n: 5 }] }, true],
    [{ $and: [{ owner: "u1" }, { n: 6 }] }, false],
    [{ "%or": [{ owner: "x" }, { n: 5 }] }, true],
    [{ $or: [{ owner: "x" }, { n: 6 }] }, false],
    [{ "%nor": [{ owner: "x" }, { n: 6 }] }, true],
    [{ $nor: [{ owner: "x" }, { n: 5 }] }, false],
    [{ "%not": { owner: "x" } }, true],
    [{ $not: { owner: "u1" } }, false],
    [{ "%and": [] }, true],
    [{ "%or": [] }, false],
    [{ n: { "%and": [{ $gt: 0 }, { $lte: 42 }] } }, true],
    [{ n: { "%or": [{ $gt: 9 }, { $lte: 4 }] } }, false],
    [{ n: { "%nor": [{ $gt: 9 }, { $lte: 4 }] } }, true],
    [{ n: { "%not": { $gt: 9 } } }, true],
    [{ n: { "%not": 5 } }, false],
    [{ "%%true": { "%and": [{ owner: "u1" }, { "%%user.id": "u1" }] } }, true],
    [{ "%%false": { "%and": [{ owner: "u1" }, { "%%user.id": "x" }] } }, true],
    [{ "%%true": { "%or": [{ owner: "x" }, { "%%user.id": "x" }] } }, false],
    [{ "%%true": { owner: "u1" } }, true],
    [{ "%%true": { "%not": { owner: "u1" } } }, false],
    [{ ok: { "%%user.id": "u1" } }, true],
  ]);
});

describe("conversions", () => {
  check([
    [{ _id: { "%stringToOid": "5f5f5f5f5f5f5f5f5f5f5f5f" } }, true],
    [{ _id: { "%stringToOid": "%%user.custom_data.oid" } }, true],
    [{ _id: { "%stringToOid": "twelve bytes" } }, false],
    [{ "%%user.custom_data.oid": { "%oidToString": "%%root._id" } }, true],
    [{ uid: { "%stringToUuid": "00112233-4455-6677-8899-aabbccddeeff" } }, true],
    [{ "%%this": { "%uuidToString": "%%root.uid" } }, false],
    [{ _id: { "%in": [{ "%stringToOid": "%%user.custom_data.oid" }] } }, true],
    [{ _id: { "%stringToOid": "%%user.id" } }, false],
    [{ "%not": { _id: { "%stringToOid": "%%user.id" } } }, false],
    [{ "%or": [{ _id: { "%stringToOid": "nope" } }, { owner: "u1" }] }, true],
  ]);
});

describe("malformed expressions are false", () => {
  check([
    [null, false],
    ["text", false],
    [5, false],
    [[], false],
    [{ n: { "%gtt": 1 } }, false],
    [{ "%not": { n: { "%gtt": 1 } } }, false],
    [{ "%%nope": true }, false],
    [{ n: { "%in": 5 } }, false],
    [{ "%and": {} }, false],
  ]);
});

describe("field root", () => {
  check([[{ "filter.owner": "u1" }, true]], { fieldRoot: "args" });
});

describe("functions", () => {
  const calls: unknown[] = [];
  const callFunction = async (name: string, args: unknown[]): Promise<unknown> => {
    calls.push([name, args]);
    if (name === "fails") throw new Error("no");
    if (name === "echo") return args[0];
    return name === "yes";
  };
  const rows: Row[] = [
    [{ "%%true": { "%function": { name: "yes", arguments: [] } } }, true],
    [{ "%%true": { "%function": { name: "no", arguments: [] } } }, false],
    [{ "%%false": { "%function": { name: "no" } } }, true],
    [{ "%function": { name: "yes" } }, true],
    [{ "%%user.id": { "%function": { name: "echo", arguments: ["%%root.owner"] } } }, true],
    [{ "%%user.id": { "%function": { name: "echo", arguments: [["u0", "%%root.owner"]] } } }, true],
    [{ "%%true": { "%function": { name: "fails" } } }, false],
    [{ "%not": { "%function": { name: "fails" } } }, false],
    [{ "%or": [{ "%function": { name: "fails" } }, { owner: "u1" }] }, true],
    [{ "%or": [{ owner: "x" }, { "%function": { name: "no" } }, { "%function": { name: "yes" } }] }, true],
    [{ "%and": [{ "%function": { name: "yes" } }, { owner: "x" }] }, false],
    [{ n: { "%in": [1, { "%function": { name: "echo", arguments: [5] } }] } }, true],
  ];
  test.each(
    rows.map(([expression, expected]) => ({ text: JSON.stringify(expression), expression, expected })),
  )("expressions: $text is $expected", async ({ expression, expected }) => {
    expect(await evaluateExpression(expression, scope, { callFunction })).toBe(expected);
  });

  test("expressions: %function receives expanded BSON values", async () => {
    calls.length = 0;
    const args = ["%%root._id", { a: "%%user.id", b: [{ $numberLong: "7" }] }, "plain"];
    await evaluateExpression({ "%function": { name: "yes", arguments: args } }, scope, { callFunction });
    expect(calls).toEqual([["yes", [oid, { a: "u1", b: [Long.fromNumber(7)] }, "plain"]]]);
  });

  test("expressions: a decided condition does not call the functions after it", async () => {
    calls.length = 0;
    const call = { "%function": { name: "yes" } };
    expect(await evaluateExpression({ "%or": [{ owner: "u1" }, call] }, scope, { callFunction })).toBe(true);
    expect(await evaluateExpression({ "%and": [{ owner: "x" }, call] }, scope, { callFunction })).toBe(false);
    expect(calls).toEqual([]);
  });

  test("expressions: %function without a way to call functions is false", async () => {
    expect(await evaluateExpression({ "%function": { name: "yes" } }, scope)).toBe(false);
  });
});

describe("lazy roots", () => {
  test("expressions: a lazy root is resolved once, and only when needed", async () => {
    let resolved = 0;
    const lazy = { user: () => ({ id: String(++resolved) }), values: () => Promise.resolve({ a: 1 }) };
    expect(testExpression({ "%%user.id": "1", "%%true": { "%%user.id": "1" } }, lazy)).toBe(true);
    expect(resolved).toBe(1);
    expect(await evaluateExpression({ "%%values.a": 1 }, lazy)).toBe(true);
    expect(resolved).toBe(1);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("gone");
      },
    ],
    ["rejects", () => Promise.reject(new Error("gone"))],
  ])("expressions: a lazy root that %s makes the expression false", async (_how, user) => {
    expect(await evaluateExpression({ "%not": { "%%user.id": "1" } }, { user })).toBe(false);
  });
});
