import { checkInputs, type Kind, kindNamed } from "@appstead/sdk";

function kind(name: string): Kind {
  const found = kindNamed(name);
  if (!found) throw new Error(`no kind ${name}`);
  return found;
}

function messages(name: string, inputs: unknown): string[] {
  const checked = checkInputs(kind(name), inputs);
  return checked.ok ? [] : checked.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const fn = { name: "f", private: true, source: "exports = () => 1;" };
const trigger = { name: "t", type: "SCHEDULED", config: { schedule: "* * * * *" }, function_name: "f" };
const forwarder = {
  name: "l",
  disabled: false,
  log_types: ["auth"],
  log_statuses: ["error"],
  policy: { type: "single" },
  action: { type: "function", name: "f" },
};
const rule = { database: "d", collection: "c" };

describe("checkInputs", () => {
  test.each<[string, string, unknown, string[]]>([
    ["no object at all", "Function", 3, [": must be an object, not a number"]],
    ["a missing field", "Function", { private: true, source: "" }, ["name: is required"]],
    ["a wrong type", "Function", { ...fn, private: "yes" }, ["private: must be a boolean, not a string"]],
    ["null", "Function", { ...fn, source: null }, ["source: must be a string, not null"]],
    [
      "an unknown key that is nearly right",
      "Function",
      { ...fn, runAsSystem: true },
      ['runAsSystem: unknown property "runAsSystem", did you mean "run_as_system"?'],
    ],
    [
      "an unknown key that is like none",
      "Secret",
      { name: "s", value: "v", colour: 1 },
      ['colour: unknown property "colour", known are name, value'],
    ],
    [
      "an unknown key deep inside",
      "Rule",
      { ...rule, roles: [{ name: "r", apply_when: {}, fields: { a: { fields: { b: { writes: true } } } } }] },
      ['roles.0.fields.a.fields.b.writes: unknown property "writes", did you mean "write"?'],
    ],
    [
      "a value outside an enum",
      "App",
      { name: "shop", environment: "prodution" },
      [
        'environment: must be one of "", "development", "testing", "qa", "production"; did you mean "production"?',
      ],
    ],
    [
      "an unknown variant",
      "Trigger",
      { ...trigger, type: "SCHEDULE" },
      ['type: must be one of "DATABASE", "AUTHENTICATION", "SCHEDULED"; did you mean "SCHEDULED"?'],
    ],
    ["a missing variant", "SyncConfig", {}, ['type: is required: must be one of "partition", "flexible"']],
    [
      "an unknown variant inside",
      "LogForwarder",
      { ...forwarder, action: { type: "queue" } },
      ['action.type: must be one of "collection", "function"'],
    ],
    [
      "a wrong expression",
      "Rule",
      { ...rule, roles: [{ name: "r", apply_when: "always" }] },
      ["roles.0.apply_when: must be a boolean or an object, not a string"],
    ],
    [
      "a fraction",
      "SyncConfig",
      { type: "flexible", state: "enabled", client_max_offline_days: 1.5 },
      ["client_max_offline_days: must be a whole number, not a fraction"],
    ],
    [
      "neither half of a pair",
      "CustomResolver",
      { on_type: "Query", field_name: "f" },
      ["function_id: give one of function_id and function_name"],
    ],
    [
      "both halves of a pair",
      "CustomResolver",
      { on_type: "Query", field_name: "f", function_id: "1", function_name: "f" },
      ["function_id: give only one of function_id and function_name"],
    ],
    [
      "both halves of a pair in camelCase",
      "AuthProvider",
      {
        type: "custom-function",
        config: { authFunctionId: "1", authFunctionName: "f" },
      },
      ["config.authFunctionId: give only one of authFunctionId and authFunctionName"],
    ],
    [
      "a name of another variant",
      "AuthProvider",
      { type: "anon-user", name: "guests" },
      ['name: must be "anon-user"'],
    ],
    ["a too long name", "App", { name: `a${"b".repeat(32)}` }, ["name: must be at most 32 characters long"]],
    ["a name that begins wrongly", "App", { name: "1shop" }, ["name: must begin with a letter"]],
    [
      "a name with other characters",
      "Value",
      { name: "a b", value: 1 },
      ["name: can only contain ASCII letters, numbers, underscores, and hyphens"],
    ],
    ["a value that is missing", "Value", { name: "a" }, ["value: is required"]],
  ])("reports %s", (_, name, inputs, expected) => {
    expect(messages(name, inputs)).toEqual(expected);
  });

  test("accepts what the pair rule of another variant would refuse", () => {
    expect(messages("AuthProvider", { type: "anon-user" })).toEqual([]);
    expect(messages("Trigger", trigger)).toEqual([]);
  });

  test("keeps the order of keys, so that a configuration comes back byte for byte", () => {
    const inputs = {
      version: 1,
      config: { zebra: 1, wireProtocolEnabled: true, clusterName: "C", ant: { b: 1, a: 2 } },
      type: "mongodb-atlas",
      name: "d",
    };
    const checked = checkInputs(kind("DataSource"), inputs);
    expect(JSON.stringify(checked)).toBe(JSON.stringify({ ok: true, value: inputs }));
  });

  test("drops unknown keys at every depth on request", () => {
    const inputs = { ...rule, _id: "1", roles: [{ id: "2", name: "r", apply_when: { any: { key: 1 } } }] };
    expect(checkInputs(kind("Rule"), inputs).ok).toBe(false);
    expect(checkInputs(kind("Rule"), inputs, { tolerateUnknownKeys: true })).toEqual({
      ok: true,
      value: { ...rule, roles: [{ name: "r", apply_when: { any: { key: 1 } } }] },
    });
  });

  test("accepts both halves of a pair on request, as records hold them", () => {
    const inputs = { on_type: "Query", field_name: "f", function_id: "1", function_name: "f" };
    expect(checkInputs(kind("CustomResolver"), inputs, { tolerateUnknownKeys: true }).ok).toBe(true);
  });

  test("still reports other mistakes when unknown keys are dropped", () => {
    expect(checkInputs(kind("Rule"), { database: 3, extra: 1 }, { tolerateUnknownKeys: true })).toEqual({
      ok: false,
      issues: [
        { path: ["database"], message: "must be a string, not a number" },
        { path: ["collection"], message: "is required" },
      ],
    });
  });
});
