import {
  type JsonObject,
  kindNamed,
  kinds,
  sampleSteps,
  toArgName,
  toArgPath,
  toArgs,
  toWire,
  variantsOf,
} from "@appstead/sdk";

function kind(name: string) {
  const found = kindNamed(name);
  if (!found) throw new Error(`no kind ${name}`);
  return found;
}

test.each([
  ["run_as_user_id_script_source", "runAsUserIdScriptSource"],
  ["name", "name"],
  ["jwkURI", "jwkURI"],
  ["authFunctionId", "authFunctionId"],
  ["AWS_EVENTBRIDGE", "AWS_EVENTBRIDGE"],
  ["_id", "_id"],
])("toArgName: %s becomes %s", (wire, argument) => {
  expect(toArgName(wire)).toBe(argument);
});

test("toArgName: a trait wins over the rule", () => {
  expect(toArgName("old_name", { description: "", argName: "better" })).toBe("better");
});

describe.each(kinds.map(one => [one.name, one] as const))("names of %s", (_, one) => {
  test("come back unchanged from arguments, for every sample and step", () => {
    for (const variant of variantsOf(one)) {
      const samples = [one.samples[variant]?.full, ...sampleSteps(one, variant).map(step => step.inputs)];
      for (const sample of samples) {
        const wire = sample as JsonObject;
        expect(JSON.stringify(toWire(one, toArgs(one, wire)))).toBe(JSON.stringify(wire));
        expect(toWire(one.inputs, toArgs(one.inputs, wire))).toEqual(wire);
      }
    }
  });
});

test("toArgs: renames fields at every depth", () => {
  const args = toArgs(kind("Trigger"), {
    event_processors: {
      AWS_EVENTBRIDGE: { config: { account_id: "1" } },
      FUNCTION: { config: { function_id: "2" } },
    },
  });
  expect(args).toEqual({
    eventProcessors: {
      AWS_EVENTBRIDGE: { config: { accountId: "1" } },
      FUNCTION: { config: { functionId: "2" } },
    },
  });
});

test("toArgs: leaves keys of maps and JSON documents alone", () => {
  const record = {
    roles: [
      {
        apply_when: { "%%user.custom_data": { is_admin: true } },
        fields: { order_id: { fields: { sub_id: { read: true } } } },
      },
    ],
    filters: [{ projection: { internal_note: 0 }, query: { created_at: 1 } }],
  };
  expect(toArgs(kind("Rule"), record)).toEqual({
    roles: [
      {
        applyWhen: { "%%user.custom_data": { is_admin: true } },
        fields: { order_id: { fields: { sub_id: { read: true } } } },
      },
    ],
    filters: record.filters,
  });
  expect(toArgs(kind("Value"), { from_secret: false, value: { snake_case: [{ is_kept: 1 }] } })).toEqual({
    fromSecret: false,
    value: { snake_case: [{ is_kept: 1 }] },
  });
});

test("toArgs: renames outputs, keeps unknown keys and values that are not there yet", () => {
  expect(toArgs(kind("Function"), { last_modified: 1, of_nobody: 2, can_evaluate: undefined })).toEqual({
    lastModified: 1,
    of_nobody: 2,
    canEvaluate: undefined,
  });
  expect(toWire(kind("Rule"), { roles: "not known yet" })).toEqual({ roles: "not known yet" });
});

test.each<[string, (string | number)[], (string | number)[]]>([
  ["Trigger", ["config", "operation_types", 0], ["config", "operationTypes", 0]],
  ["Trigger", ["error_handler", "config", "function_id"], ["errorHandler", "config", "functionId"]],
  [
    "Rule",
    ["roles", 1, "fields", "order_id", "fields", "sub_id", "read"],
    ["roles", 1, "fields", "order_id", "fields", "sub_id", "read"],
  ],
  ["Rule", ["roles", 1, "apply_when", "is_admin"], ["roles", 1, "applyWhen", "is_admin"]],
  ["LogForwarder", ["action", "data_source"], ["action", "dataSource"]],
  ["Function", ["unknown_key"], ["unknown_key"]],
])("toArgPath: path of %s %j", (name, wire, argument) => {
  expect(toArgPath(kind(name), wire)).toEqual(argument);
});
