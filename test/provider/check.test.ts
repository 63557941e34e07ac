import { checkProperties } from "@appstead/provider/internal/host/check-inputs";
import { type JsonObject, type Kind, kindNamed, kinds, toArgs } from "@appstead/sdk";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function check(kindName: string, inputs: JsonObject) {
  const kind = kindNamed(kindName);
  if (!kind) throw new Error(`no kind ${kindName}`);
  return checkProperties(kind, inputs);
}

const fn = { appId: "a", name: "greet", private: false, source: "exports = () => 1;" };
const rule = { appId: "a", serviceId: "s", database: "d", collection: "c" };
const resolver = { appId: "a", onType: "Query", fieldName: "f", functionName: "g" };

test.each([
  [
    "an unknown property",
    "Function",
    { ...fn, runAsSytem: true },
    "runAsSytem",
    /unknown property "runAsSytem", did you mean "runAsSystem"/,
  ],
  ["a missing property", "Function", { appId: "a", name: "x", source: "s" }, "private", /is required/],
  ["a missing parent", "Function", { ...fn, appId: undefined }, "appId", /is required/],
  ["a wrong type", "Function", { ...fn, private: "no" }, "private", /boolean/],
  ["a bad name", "App", { name: "my shop" }, "name", /can only contain ASCII letters/],
  [
    "a pair given twice",
    "CustomResolver",
    { ...resolver, functionId: "1" },
    "functionId",
    /give only one of functionId and functionName/,
  ],
  [
    "a pair not given",
    "CustomResolver",
    { ...resolver, functionName: undefined },
    "functionId",
    /give one of functionId and functionName/,
  ],
  [
    "a nested property",
    "Schema",
    { appId: "a", metadata: { dataSource: "m", database: "d", colection: "c", collection: "c" } },
    "metadata.colection",
    /did you mean "collection"/,
  ],
  [
    "an element of a list",
    "Rule",
    { ...rule, roles: [{ name: "", applyWhen: {} }] },
    "roles[0].name",
    /must not be empty/,
  ],
  [
    "a rule between fields",
    "Function",
    { ...fn, runAsUserId: "1", runAsUserIdScriptSource: "x" },
    "runAsUserId",
    /only one of runAsUserId and runAsUserIdScriptSource/,
  ],
  [
    "a value that is too large",
    "Secret",
    { appId: "a", name: "s", value: "x".repeat(501) },
    "value",
    /at most 500/,
  ],
  [
    "an operator in an expression",
    "Function",
    { ...fn, canEvaluate: { "%%user.id": { "%exist": true } } },
    'canEvaluate["%%user.id"].%exist',
    /^unknown operator '%exist': did you mean '%exists'\?$/,
  ],
  [
    "an expansion in an expression of a list",
    "Rule",
    { ...rule, roles: [{ name: "all", applyWhen: { "%or": [{ "%%usr": 1 }] } }] },
    "roles[0].applyWhen.%or[0].%%usr",
    /did you mean '%%user'/,
  ],
  [
    "a data source of a new app without its cluster",
    "App",
    { name: "shop", dataSource: { name: "db", type: "mongodb-atlas" } },
    "dataSource.config.clusterName",
    /is required for a data source of type "mongodb-atlas"/,
  ],
  ["adopt that is no flag", "Function", { ...fn, adopt: "yes" }, "adopt", /true or false/],
])("check: %s fails at its argument", (_, kindName, inputs, property, reason) => {
  const failures = check(kindName, inputs);
  expect(failures.map(failure => failure.property)).toEqual([property]);
  expect(failures[0]?.reason).toMatch(reason);
});

test.each([
  ["a whole text", "Function", { ...fn, name: unknown }],
  ["a flag", "Function", { ...fn, private: unknown }],
  ["a parent", "Function", { ...fn, appId: unknown }],
  ["an object", "DataSource", { appId: "a", name: "m", type: "mongodb-atlas", config: unknown }],
  [
    "a value inside an object",
    "Schema",
    { appId: "a", metadata: { dataSource: unknown, database: "d", collection: "c" } },
  ],
  ["one of a pair", "CustomResolver", { ...resolver, functionName: undefined, functionId: unknown }],
  ["a field that a rule looks at", "App", { name: "shop", providerRegion: unknown, location: "IE" }],
  ["an expression", "Function", { ...fn, canEvaluate: unknown }],
  ["a part of an expression", "Function", { ...fn, canEvaluate: { "%or": [unknown, { "%and": unknown }] } }],
  ["the type of a variant", "SyncConfig", { appId: "a", serviceId: "s", type: unknown, state: "enabled" }],
])("check: %s that is not known yet is accepted", (_, kindName, inputs) => {
  expect(check(kindName, inputs)).toEqual([]);
});

test("check: what is known is checked beside what is not", () => {
  expect(
    check("Function", { ...fn, source: unknown, private: "no" }).map(failure => failure.property),
  ).toEqual(["private"]);
});

const samples = kinds.flatMap((kind: Kind) =>
  Object.entries(kind.samples).flatMap(([variant, sample]) =>
    (["minimal", "full", "update"] as const).map(
      which => [`${kind.name} ${variant} ${which}`, kind, sample[which]] as const,
    ),
  ),
);

test.each(samples)("check: the sample %s has no failures", (_, kind, inputs) => {
  const parents = Object.fromEntries(
    ["appId", "serviceId"].filter(p => kind.path.includes(p)).map(p => [p, "1"]),
  );
  expect(checkProperties(kind, { ...parents, ...toArgs(kind, inputs as JsonObject) })).toEqual([]);
});
