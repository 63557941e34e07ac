import { validateExpression } from "@appstead/sdk/expressions/validate";
import { parseEjson } from "@appstead/server/expressions";

describe("validateExpression", () => {
  test.each([
    [true],
    [{}],
    [{ "%%user.id": "%%root.owner" }],
    [{ "%%true": { "%function": { name: "check", arguments: ["%%root"] } } }],
    [{ n: { "%and": [{ $gt: 0 }, { $lte: 42 }] } }],
    [{ _id: { "%in": [{ "%stringToOid": "%%user.id" }] } }],
    [{ "%or": [{ a: 1 }, { b: { $exists: true } }] }],
    [{ at: { $date: { $numberLong: "1" } } }],
  ])("validateExpression: %j has no issues", expression => {
    expect(validateExpression(expression)).toEqual([]);
  });

  test.each([
    ["text", "", "an expression is true, false or an object"],
    [{ "%%nope.x": 1 }, "%%nope.x", "do not know how to expand '%%nope'"],
    [{ a: { b: ["%%nope"] } }, "a.b.0", "do not know how to expand '%%nope'"],
    [
      { "%and": [{ a: 1 }, { "%%usr": 1 }] },
      "%and.1.%%usr",
      "do not know how to expand '%%usr': did you mean '%%user'?",
    ],
    [{ "%ad": [] }, "%ad", "unknown operator '%ad': did you mean '%and'?"],
    [{ a: { $gtt: 1 } }, "a.$gtt", "unknown operator '$gtt': did you mean '$gt'?"],
    [
      { a: { "%stringToOID": "x" } },
      "a.%stringToOID",
      "unknown operator '%stringToOID': did you mean '%stringToOid'?",
    ],
    [{ a: { $function: {} } }, "a.$function", "unknown operator '$function': did you mean '%function'?"],
    [{ "%gt": 1 }, "%gt", `'%gt' needs a field: write {"<field>": {"%gt": …}}`],
    [{ "%or": {} }, "%or", "'%or' takes an array of expressions"],
    [{ a: { "%or": 1 } }, "a.%or", "'%or' takes an array"],
    [{ a: { "%in": "x" } }, "a.%in", "'%in' takes an array or an expansion that yields one"],
    [{ a: { "%exists": "yes" } }, "a.%exists", "'%exists' takes true or false"],
    [{ "%function": { arguments: [] } }, "%function.name", "%function needs the name of a function"],
    [{ "%function": { name: "f", args: [] } }, "%function.args", "%function does not know 'args'"],
    [
      { "%function": { name: "f", arguments: 1 } },
      "%function.arguments",
      "the arguments of %function are an array",
    ],
    [
      { a: { "%stringToOid": { "%oidToString": "x" } } },
      "a.%stringToOid",
      "a conversion takes a literal or an expansion",
    ],
    [{ a: { $gt: 1, b: 2 } }, "a.b", "'b' stands beside operators: write it as a condition of its own"],
    [{ a: { b: { "%gt": 1 } } }, "a.b.%gt", "'%gt' compares and cannot stand where a value is expected"],
    [{ "%%true.x": 1 }, "%%true.x", "'%%true' has no members"],
    [{ "%%values": 1 }, "%%values", "'%%values' needs the name of a value"],
  ])("validateExpression: %j is refused at '%s'", (expression, path, message) => {
    const found = validateExpression(expression).map(issue => ({ ...issue, path: issue.path.join(".") }));
    expect(found).toEqual([{ path, message }]);
  });

  test("validateExpression: expansions outside the allowed ones are refused, plain fields included", () => {
    const options = { allowedExpansions: ["user", "values"] } as const;
    expect(validateExpression({ "%%user.id": "x", "%%true": true }, options)).toEqual([]);
    expect(validateExpression({ "%%root.owner": "%%user.id", owner: 1 }, options)).toEqual([
      { path: ["%%root.owner"], message: "do not know how to expand '%%root'" },
      { path: ["owner"], message: "do not know how to expand '%%root'" },
    ]);
  });

  test("validateExpression: extended JSON is looked into by whoever can parse it", () => {
    const expression = { a: { $oid: "short" } };
    const message = `{"$oid":"short"} is not a valid extended JSON value`;
    expect(validateExpression(expression, { parseEjson })).toEqual([{ path: ["a"], message }]);
    expect(validateExpression(expression)).toEqual([]);
  });

  test("validateExpression: nesting without end is refused", () => {
    let expression: unknown = true;
    for (let i = 0; i < 5000; i++) expression = { "%not": expression };
    expect(validateExpression(expression)[0]?.message).toBe("the expression is nested too deeply");
    let operand: unknown = 1;
    for (let i = 0; i < 5000; i++) operand = { "%not": operand };
    expect(validateExpression({ a: operand })).not.toEqual([]);
  });
});
