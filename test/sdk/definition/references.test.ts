import { functionsNamedIn, idOf, kindNamed, parseIdOf, referencesOf } from "@appstead/sdk";

function references(name: string, record: Record<string, unknown>): string[] {
  const kind = kindNamed(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return referencesOf(kind, record).map(
    ({ kind: target, by, value, path }) => `${path}: ${target} by ${by} ${value}`,
  );
}

test.each<[string, string, Record<string, unknown>, string[]]>([
  ["a field", "CustomResolver", { function_name: "f" }, ["function_name: Function by name f"]],
  [
    "a list",
    "AuthProvider",
    { type: "custom-token", secret_config: { signingKeys: ["a", "b"] } },
    ["secret_config.signingKeys: Secret by name a", "secret_config.signingKeys: Secret by name b"],
  ],
  ["a map", "DataSource", { secret_config: { uri: "a" } }, ["secret_config: Secret by name a"]],
  [
    "a value that stands for a secret",
    "Value",
    { from_secret: true, value: "a" },
    ["value: Secret by name a"],
  ],
  ["a value that stands for itself", "Value", { from_secret: false, value: "a" }, []],
  [
    "a relationship",
    "Schema",
    { relationships: { p: { ref: "#/relationship/main/db/c", foreign_key: "_id" } } },
    ["relationships.p.ref: DataSource by name main"],
  ],
  [
    "a function in an expression",
    "Rule",
    { roles: [{ apply_when: { "%or": [{ "%function": { name: "f" } }] } }] },
    ["roles.0.apply_when: Function by name f"],
  ],
  [
    "a function in permissions of a nested field",
    "Rule",
    {
      roles: [{ fields: { a: { fields: { b: { read: { "%function": { name: "f" } } } } } } }],
    },
    ["roles.0.fields.a.fields.b.read: Function by name f"],
  ],
  [
    "an action's variant",
    "LogForwarder",
    { action: { type: "collection", name: "n", data_source: "d", database: "x", collection: "y" } },
    ["action.data_source: DataSource by name d"],
  ],
  ["an empty name", "CustomResolver", { function_name: "" }, []],
])("referencesOf: finds what %s points at", (_, name, record, expected) => {
  expect(references(name, record)).toEqual(expected);
});

test("functionsNamedIn: finds nested calls and ignores data that looks alike", () => {
  const expression = { "%function": { name: "f", arguments: [{ "%function": { name: "g" } }] }, name: "h" };
  expect(functionsNamedIn(expression, "p").map(({ value }) => value)).toEqual(["f", "g"]);
});

test("idOf: is read back by parseIdOf", () => {
  expect(parseIdOf(idOf("DataSource", "mongodb-atlas"))).toEqual({
    kind: "DataSource",
    key: "mongodb-atlas",
  });
  expect(parseIdOf("5f0000000000000000000001")).toBeUndefined();
});
