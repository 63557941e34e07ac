import { diffProperties } from "@appstead/provider/internal/diff/diff-properties";
import {
  outputsAfterWrite,
  parseProperties,
  propertiesAfterRead,
} from "@appstead/provider/internal/properties/properties";
import { type JsonObject, type Kind, kindNamed, kinds, parentParameters, toArgs } from "@appstead/sdk";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const nothing = { changes: false, replaces: [], deleteBeforeReplace: false };

function kindOf(name: string): Kind {
  const kind = kindNamed(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}

/** State after inputs were written and the service answered with a record. */
function stateOf(kind: Kind, inputs: JsonObject, record: JsonObject): JsonObject {
  return outputsAfterWrite(kind, { _id: "1", ...record }, parseProperties(kind, inputs));
}

const functionInputs = { appId: "a", name: "greet", private: false, source: "exports = () => 1;" };
const functionRecord = {
  name: "greet",
  private: false,
  source: "exports = () => 1;",
  run_as_system: false,
  can_evaluate: {},
  last_modified: 5,
};
const syncInputs = {
  appId: "a",
  serviceId: "s",
  type: "flexible",
  state: "enabled",
  queryableFieldsNames: ["a", "b"],
};
const syncRecord = {
  type: "flexible",
  state: "enabled",
  queryable_fields_names: ["b", "a"],
  client_max_offline_days: 30,
};
const valueInputs = (value: unknown) => ({ appId: "a", name: "v", value });
const valueRecord = (value: unknown) => ({ name: "v", private: false, from_secret: false, value });

describe.each([
  ["defaults of the service", "Function", functionInputs, functionRecord, functionInputs],
  ["the order of lists without order", "SyncConfig", syncInputs, syncRecord, syncInputs],
  [
    "a repeated element of a list without order",
    "SyncConfig",
    syncInputs,
    syncRecord,
    { ...syncInputs, queryableFieldsNames: ["a", "b", "a"] },
  ],
  [
    "the order of keys in JSON",
    "Value",
    valueInputs({ a: 1, b: 2 }),
    valueRecord({ b: 2, a: 1 }),
    valueInputs({ a: 1, b: 2 }),
  ],
  [
    "the notation of extended JSON",
    "Value",
    valueInputs({ $numberInt: "5" }),
    valueRecord(5),
    valueInputs({ $numberInt: "5" }),
  ],
  [
    "the notation of dates",
    "Value",
    valueInputs({ $date: "2026-01-01T00:00:00Z" }),
    valueRecord({ $date: { $numberLong: "1767225600000" } }),
    valueInputs({ $date: "2026-01-01T00:00:00Z" }),
  ],
  ["adopt", "Function", functionInputs, functionRecord, { ...functionInputs, adopt: true }],
  [
    "the hidden key",
    "Function",
    { ...functionInputs, __key: "x" },
    functionRecord,
    { ...functionInputs, __key: "y" },
  ],
  [
    "null for a setting that was never given",
    "Function",
    functionInputs,
    functionRecord,
    { ...functionInputs, runAsUserId: null },
  ],
  [
    "settings that matter only at creation",
    "App",
    { name: "a", dataSource: { name: "d", type: "mongodb" } },
    { name: "a", client_app_id: "a-1" },
    { name: "a", dataSource: { name: "d", type: "mongodb" } },
  ],
] as const)("diff: %s", (_, kindName, inputs, record, wanted) => {
  test("never show as a change", () => {
    const kind = kindOf(kindName);
    expect(diffProperties(kind, stateOf(kind, inputs, record), wanted)).toEqual(nothing);
  });
});

describe.each([
  [
    "a changed text",
    "Function",
    functionInputs,
    functionRecord,
    { ...functionInputs, source: "exports = () => 2;" },
  ],
  [
    "a setting that is added",
    "Function",
    functionInputs,
    functionRecord,
    { ...functionInputs, runAsSystem: true },
  ],
  [
    "a setting that is dropped",
    "Function",
    { ...functionInputs, runAsSystem: false },
    functionRecord,
    functionInputs,
  ],
  [
    "another element of a list without order",
    "SyncConfig",
    syncInputs,
    syncRecord,
    { ...syncInputs, queryableFieldsNames: ["a", "c"] },
  ],
  ["a number where a text was", "Value", valueInputs("1"), valueRecord("1"), valueInputs(1)],
  ["another type of number", "Value", valueInputs(5), valueRecord(5), valueInputs({ $numberLong: "5" })],
  [
    "a key of JSON that is dropped",
    "Value",
    valueInputs({ a: 1, b: 2 }),
    valueRecord({ a: 1, b: 2 }),
    valueInputs({ a: 1 }),
  ],
  [
    "a value that is not known yet",
    "Function",
    functionInputs,
    functionRecord,
    { ...functionInputs, source: unknown },
  ],
] as const)("diff: %s", (_, kindName, inputs, record, wanted) => {
  test("is a change in place that the engine shows by field", () => {
    const kind = kindOf(kindName);
    expect(diffProperties(kind, stateOf(kind, inputs, record), wanted)).toEqual({
      ...nothing,
      deleteBeforeReplace: true,
      changes: undefined,
    });
  });
});

test("diff: a setting inside a list element that is dropped is a change", () => {
  const rule = kindOf("Rule");
  const role = { name: "owner", apply_when: {}, insert: true, delete: true };
  const inputs = (more: JsonObject) => ({
    appId: "a",
    serviceId: "s",
    database: "d",
    collection: "c",
    roles: [{ name: "owner", applyWhen: {}, ...more }],
  });
  const state = stateOf(rule, inputs({ insert: true }), { database: "d", collection: "c", roles: [role] });
  expect(diffProperties(rule, state, inputs({ insert: true })).changes).toBe(false);
  expect(diffProperties(rule, state, inputs({})).changes).toBeUndefined();
});

test("diff: a secret that was changed elsewhere is a change", () => {
  const secret = kindOf("Secret");
  const inputs = { appId: "a", name: "s", value: "k" };
  const state = stateOf(secret, inputs, { name: "s", fingerprint: "f1" });
  const read = (fingerprint: string) =>
    propertiesAfterRead(secret, { _id: "1", name: "s", fingerprint }, parseProperties(secret, state));
  expect(diffProperties(secret, read("f1").props, inputs)).toEqual(nothing);
  expect(diffProperties(secret, read("f2").props, inputs).changes).toBeUndefined();
  expect(read("f2").inputs).toEqual({ appId: "a", name: "s" });
});

test.each([
  ["App", { name: "a" }, { name: "a" }, { name: "b" }, ["name"]],
  ["Function", functionInputs, functionRecord, { ...functionInputs, appId: "b" }, ["appId"]],
  ["Function", functionInputs, functionRecord, { ...functionInputs, appId: unknown }, ["appId"]],
  ["SyncConfig", syncInputs, syncRecord, { ...syncInputs, type: "partition" }, ["type"]],
  [
    "Schema",
    { appId: "a", metadata: { dataSource: "m", database: "d", collection: "c" } },
    { metadata: { data_source: "m", database: "d", collection: "c" } },
    { appId: "a", metadata: { dataSource: "m", database: "d", collection: "x" } },
    ["metadata.collection"],
  ],
] as const)("diff: a change of what is fixed replaces: %s", (kindName, inputs, record, wanted, replaces) => {
  const kind = kindOf(kindName);
  const result = diffProperties(kind, stateOf(kind, inputs, record), wanted);
  expect(result.changes).not.toBe(false);
  expect(result.replaces).toEqual(expect.arrayContaining([...replaces]));
  expect(result.deleteBeforeReplace).toBe(kind.deleteBeforeReplace);
});

const samples = kinds.flatMap((kind: Kind) =>
  Object.entries(kind.samples).map(([variant, sample]) => [`${kind.name} ${variant}`, kind, sample] as const),
);

test.each(samples)(
  "diff: %s shows nothing after its full sample was written, and the change to its update",
  (_, kind, sample) => {
    const parents = Object.fromEntries(parentParameters(kind).map(name => [name, "1"]));
    const args = (inputs: unknown) => ({ ...parents, ...toArgs(kind, inputs as JsonObject) });
    const state = stateOf(kind, args(sample.full), sample.full as JsonObject);
    expect(diffProperties(kind, state, args(sample.full))).toEqual(nothing);
    expect(diffProperties(kind, state, args(sample.update)).changes).toBeUndefined();
  },
);
