import { type JsonObject, type Kind, kindNamed, kinds } from "@appstead/sdk";

function kind(name: string): Kind {
  const found = kindNamed(name);
  if (!found) throw new Error(`no kind ${name}`);
  return found;
}

const encode = (name: string, inputs: JsonObject, operation: "create" | "update" | "delete") =>
  kind(name).encode?.(inputs, operation);

describe("AuthProvider", () => {
  test("is named after its type on the wire", () => {
    expect(encode("AuthProvider", { type: "anon-user" }, "create")).toEqual({
      type: "anon-user",
      name: "anon-user",
      disabled: false,
    });
    expect(kind("AuthProvider").normalize?.({ type: "api-key" })).toEqual({
      type: "api-key",
      name: "api-key",
      disabled: false,
    });
  });

  test("resets in an update what the inputs no longer have, for a PATCH keeps the rest", () => {
    const google = { type: "oauth2-google", config: { clientId: "c" }, secret_config: { clientSecret: "s" } };
    expect(encode("AuthProvider", google, "update")).toEqual({
      ...google,
      name: "oauth2-google",
      disabled: false,
      metadata_fields: [],
      redirect_uris: [],
      domain_restrictions: [],
    });
    expect(encode("AuthProvider", { type: "custom-token", config: {} }, "update")).toMatchObject({
      secret_config: {},
      metadata_fields: [],
    });
  });

  test("of type api-key is there before it is created, others are not", () => {
    const { preexisting, samples } = kind("AuthProvider");
    const there = Object.keys(samples).filter(variant => preexisting?.(samples[variant]?.full));
    expect(there).toEqual(["api-key"]);
  });
});

describe("DataSource", () => {
  const config = {
    clusterName: "C",
    sync: { state: "enabled" },
    flexible_sync: { state: "" },
    namespacePreimageConfigs: [{ dbName: "d" }],
  };
  const record = { name: "d", type: "mongodb-atlas", config };

  test("neither sends nor reads sync settings and keeps other keys", () => {
    const without = { ...record, config: { clusterName: "C", namespacePreimageConfigs: [{ dbName: "d" }] } };
    expect(encode("DataSource", record, "create")).toEqual(without);
    expect(encode("DataSource", record, "update")).toEqual({ secret_config: {}, ...without });
    expect(kind("DataSource").decode?.(record)).toEqual(without);
  });

  test("warns of sync settings among its own", () => {
    expect(kind("DataSource").deprecation?.(record)).toBe(
      "config.sync is not managed with the data source; declare a SyncConfig instead",
    );
    expect(kind("DataSource").deprecation?.({ ...record, config: {} })).toBeUndefined();
  });

  test("keeps stored sync settings when its own change", () => {
    expect(kind("DataSource").merge?.(record, { config: { clusterName: "D" } })).toEqual({
      ...record,
      config: { sync: config.sync, flexible_sync: config.flexible_sync, clusterName: "D" },
    });
    expect(kind("DataSource").merge?.(record, { version: 2 })).toEqual({ ...record, version: 2 });
  });

  test.each(["mongodb-atlas", "mongodb", "datalake"])("keeps the type %s that it was given", type => {
    expect(kind("DataSource").outputs.parse({ _id: "1", ...record, type })).toMatchObject({ type });
  });
});

describe("Trigger", () => {
  const normalize = (record: JsonObject) => kind("Trigger").normalize?.(record);
  const processor = (config: JsonObject) => ({ event_processors: { FUNCTION: { config } } });

  test.each<[string, JsonObject, JsonObject]>([
    [
      "the root to the processor",
      { function_name: "f" },
      { function_name: "f", ...processor({ function_name: "f" }) },
    ],
    [
      "the processor to the root",
      processor({ function_id: "1" }),
      { function_id: "1", ...processor({ function_id: "1" }) },
    ],
    [
      "both halves of the pair",
      processor({ function_id: "1", function_name: "f" }),
      { function_id: "1", function_name: "f", ...processor({ function_id: "1", function_name: "f" }) },
    ],
    [
      "beside another processor",
      { function_id: "1", event_processors: { AWS_EVENTBRIDGE: { config: {} } } },
      {
        function_id: "1",
        event_processors: { AWS_EVENTBRIDGE: { config: {} }, FUNCTION: { config: { function_id: "1" } } },
      },
    ],
    [
      "nothing without a function",
      { event_processors: { AWS_EVENTBRIDGE: {} } },
      { event_processors: { AWS_EVENTBRIDGE: {} } },
    ],
  ])("copies %s", (_, record, expected) => {
    const complete = { ...expected, disabled: false };
    expect(normalize(record)).toEqual(complete);
    expect(normalize(complete)).toEqual(complete);
  });
});

test("Rule: is named after its collection", () => {
  expect(kind("Rule").normalize?.({ database: "shop", collection: "orders" })).toMatchObject({
    name: "shop.orders",
  });
});

test("Value: says always whether it is private and from a secret", () => {
  expect(encode("Value", { name: "v", value: null }, "create")).toEqual({
    name: "v",
    value: null,
    private: false,
    from_secret: false,
  });
});

describe("SyncConfig", () => {
  const flexible = { type: "flexible", state: "enabled", queryable_fields_names: ["a"] };
  const partition = { type: "partition", state: "enabled", partition: { key: "a" } };

  test.each<[string, JsonObject, "update" | "delete", JsonObject]>([
    [
      "flexible settings",
      flexible,
      "update",
      { flexible_sync: { state: "enabled", queryable_fields_names: ["a"] } },
    ],
    ["partition settings", partition, "update", { sync: partition }],
    ["the end of flexible sync", flexible, "delete", { flexible_sync: { state: "" } }],
    ["the end of partition sync", partition, "delete", { sync: { state: "" } }],
  ])("writes %s into their block", (_, inputs, operation, expected) => {
    expect(encode("SyncConfig", inputs, operation)).toEqual(expected);
  });

  test.each<[JsonObject, JsonObject | undefined]>([
    [{ flexible_sync: { state: "enabled" } }, { type: "flexible", state: "enabled" }],
    [
      { sync: { state: "disabled" }, flexible_sync: { state: "" } },
      { type: "partition", state: "disabled" },
    ],
    [{ clusterName: "C", flexible_sync: { state: "" } }, undefined],
  ])("reads %j", (body, expected) => {
    expect(kind("SyncConfig").decode?.(body)).toEqual(expected);
  });
});

test("operations: statuses and paths of every kind", () => {
  const table = kinds.map(({ name, path, operations }) => {
    const { create, update, delete: remove } = operations;
    const steps = [create, update, remove].map(one => `${one.method} ${one.path} ${one.status}`);
    return `${name} ${path.replace("/groups/{groupId}/apps", "")} | ${steps.join(" | ")}`;
  });
  expect(table).toEqual([
    "App  | POST  201 | PUT /{id}/environment 200 | DELETE /{id} 204",
    "Secret /{appId}/secrets | POST  201 | PUT /{id} 204 | DELETE /{id} 204",
    "DataSource /{appId}/services | POST  201 | PATCH /{id} 200 | DELETE /{id} 204",
    "Function /{appId}/functions | POST  201 | PUT /{id} 200 | DELETE /{id} 204",
    "Value /{appId}/values | POST  201 | PUT /{id} 200 | DELETE /{id} 204",
    "AuthProvider /{appId}/auth_providers | POST  201 | PATCH /{id} 204 | DELETE /{id} 204",
    "Rule /{appId}/services/{serviceId}/rules | POST  201 | PUT /{id} 200 | DELETE /{id} 204",
    "DefaultRule /{appId}/services/{serviceId}/default_rule | POST  201 | PUT  204 | DELETE  204",
    "Schema /{appId}/schemas | POST  200 | PUT /{id} 204 | DELETE /{id} 204",
    "CustomResolver /{appId}/graphql/custom_resolvers | POST  201 | PUT /{id} 204 | DELETE /{id} 204",
    "Trigger /{appId}/triggers | POST  201 | PUT /{id} 204 | DELETE /{id} 200",
    "LogForwarder /{appId}/log_forwarders | POST  201 | PATCH /{id} 200 | DELETE /{id} 204",
    "SyncConfig /{appId}/services/{serviceId}/config | PATCH  204 | PATCH  204 | PATCH  204",
  ]);
});
