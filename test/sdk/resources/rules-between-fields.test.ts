import { checkInputs, kindNamed } from "@appstead/sdk";

function messages(name: string, inputs: unknown): string[] {
  const kind = kindNamed(name);
  if (!kind) throw new Error(`no kind ${name}`);
  const checked = checkInputs(kind, inputs);
  return checked.ok ? [] : checked.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

type Case = [string, unknown, string[]];

const userpass = (config: object) => ({ type: "local-userpass", config });
const token = (config: object, secret_config?: object) => ({
  type: "custom-token",
  config,
  ...(secret_config ? { secret_config } : {}),
});
const google = (more: object) => ({
  type: "oauth2-google",
  config: { clientId: "c" },
  secret_config: { clientSecret: "s" },
  ...more,
});

describe("AuthProvider", () => {
  const url = "https://x.example.com";
  test.each<Case>([
    ["automatic confirmation and reset by email", userpass({ autoConfirm: true, resetPasswordUrl: url }), []],
    ["email for both", userpass({ emailConfirmationUrl: url, resetPasswordUrl: url }), []],
    [
      "functions for both",
      userpass({
        runConfirmationFunction: true,
        confirmationFunctionName: "c",
        runResetFunction: true,
        resetFunctionId: "r",
      }),
      [],
    ],
    [
      "settings of ways that are not chosen",
      userpass({
        autoConfirm: true,
        emailConfirmationUrl: url,
        runResetFunction: true,
        resetFunctionName: "r",
        resetPasswordUrl: url,
      }),
      [],
    ],
    [
      "no way at all",
      userpass({}),
      [
        "config.autoConfirm: users need a way to be confirmed: set autoConfirm, runConfirmationFunction or emailConfirmationUrl",
        "config.resetPasswordUrl: users need a way to reset passwords: set resetPasswordUrl or runResetFunction",
      ],
    ],
    [
      "two ways to confirm",
      userpass({ autoConfirm: true, runConfirmationFunction: true, resetPasswordUrl: url }),
      ["config.autoConfirm: give only one of autoConfirm and runConfirmationFunction"],
    ],
    [
      "functions that are not named",
      userpass({ runConfirmationFunction: true, runResetFunction: true }),
      [
        "config.confirmationFunctionName: is required, because runConfirmationFunction is true",
        "config.resetFunctionName: is required, because runResetFunction is true",
      ],
    ],
    [
      "a token provider without keys",
      token({}),
      [
        "secret_config.signingKeys: needs the name of at least one secret, or set config.useJWKURI and config.jwkURI",
      ],
    ],
    [
      "a key set without address",
      token({ useJWKURI: true, signingAlgorithm: "RS256" }),
      ["config.jwkURI: is required, because useJWKURI is true"],
    ],
    [
      "a key set with another algorithm",
      token({ useJWKURI: true, jwkURI: url }),
      ['config.signingAlgorithm: must be "RS256", because keys come from jwkURI'],
    ],
    [
      "too many keys",
      token({}, { signingKeys: ["a", "b", "c", "d"] }),
      ["secret_config.signingKeys: at most 3 signing keys"],
    ],
    [
      "domains without the email",
      google({ domain_restrictions: ["example.com"] }),
      ['domain_restrictions: needs the metadata field "email"; add it to metadata_fields'],
    ],
    [
      "domains with the email",
      google({ domain_restrictions: ["example.com"], metadata_fields: [{ name: "email" }] }),
      [],
    ],
  ])("judges %s", (_, inputs, expected) => {
    expect(messages("AuthProvider", inputs)).toEqual(expected);
  });
});

describe("Trigger", () => {
  const database = (config: object, more: object = { function_name: "f" }) => ({
    name: "t",
    type: "DATABASE",
    config: { service_name: "s", operation_types: ["INSERT"], ...config },
    ...more,
  });
  const scheduled = (schedule: string) => ({
    name: "t",
    type: "SCHEDULED",
    config: { schedule },
    function_name: "f",
  });
  const bridge = { AWS_EVENTBRIDGE: { config: { account_id: "1", region: "us-east-1" } } };
  const handler = { config: { enabled: true, function_name: "f" } };

  test.each<Case>([
    ["a deployment", database({ operation_types: ["DROP_DATABASE", "DROP_COLLECTION", "INSERT"] }), []],
    ["a database", database({ database: "d", operation_types: ["DROP_COLLECTION", "INSERT"] }), []],
    [
      "DROP_DATABASE of a database",
      database({ database: "d", operation_types: ["INSERT", "DROP_DATABASE"] }),
      [
        "config.operation_types.1: DROP_DATABASE does not occur when a database is watched; use INSERT, UPDATE, REPLACE, DELETE, CREATE_COLLECTION, MODIFY_COLLECTION, RENAME_COLLECTION, DROP_COLLECTION, SHARD_COLLECTION, RESHARD_COLLECTION, REFINE_COLLECTION_SHARD_KEY, CREATE_INDEXES, DROP_INDEXES",
      ],
    ],
    [
      "CREATE_INDEXES of a collection",
      database({ database: "d", collection: "c", operation_types: ["CREATE_INDEXES"] }),
      [
        "config.operation_types.0: CREATE_INDEXES does not occur when a collection is watched; use INSERT, UPDATE, REPLACE, DELETE",
      ],
    ],
    [
      "no operation",
      database({ operation_types: [] }),
      ["config.operation_types: needs at least one operation type"],
    ],
    [
      "a collection without database",
      database({ collection: "c" }),
      ["config.database: is required, because collection is set"],
    ],
    [
      "throughput in order",
      database({ maximum_throughput: true }),
      ["config.maximum_throughput: needs unordered: true; set it or drop maximum_throughput"],
    ],
    [
      "an error handler without event bridge",
      database({}, { function_name: "f", error_handler: handler }),
      ["error_handler: is only for the event processor AWS_EVENTBRIDGE; add that or drop error_handler"],
    ],
    [
      "an error handler that is switched off",
      database({}, { function_name: "f", error_handler: { config: { enabled: false } } }),
      [],
    ],
    [
      "an error handler without function",
      database({}, { event_processors: bridge, error_handler: { config: { enabled: true } } }),
      ["error_handler.config.function_id: give one of function_id and function_name"],
    ],
    [
      "an error handler with event bridge",
      database({}, { event_processors: bridge, error_handler: handler }),
      [],
    ],
    [
      "nothing that handles events",
      database({}, {}),
      ["event_processors: something must handle events: give function_name, function_id or event_processors"],
    ],
    [
      "two different functions",
      database(
        {},
        { function_name: "f", event_processors: { FUNCTION: { config: { function_name: "g" } } } },
      ),
      ["function_name: differs from event_processors.FUNCTION.config.function_name; give only one of them"],
    ],
    [
      "no provider types",
      {
        name: "t",
        type: "AUTHENTICATION",
        config: { operation_type: "LOGIN", providers: [] },
        function_name: "f",
      },
      ["config.providers: needs at least one provider type"],
    ],
  ])("judges %s", (_, inputs, expected) => {
    expect(messages("Trigger", inputs)).toEqual(expected);
  });

  test.each([
    "* * * * *",
    "*/15 8-18 * * MON-FRI",
    "0 0 1,15 jan-mar *",
    "5/10 0 * 12 7",
    "59 23 31 12 0",
    " 0  4 * * * ",
  ])("accepts the schedule %p", schedule => {
    expect(messages("Trigger", scheduled(schedule))).toEqual([]);
  });

  test.each([
    ["* * * *", "must have five fields: minute, hour, day of month, month, day of week"],
    ["0 0 * * * *", "must have five fields"],
    ["60 * * * *", 'has the minute "60"; give *, a number from 0 to 59, a range a-b'],
    ["* 24 * * *", 'has the hour "24"'],
    ["* * 0 * *", 'has the day of month "0"'],
    ["* * * 13 *", 'has the month "13"; give *, a number from 1 to 12 or JAN to DEC'],
    ["* * * * FRY", 'has the day of week "FRY"'],
    ["*/0 * * * *", 'has the minute "*/0"'],
    ["5-1 * * * *", 'has the minute "5-1"'],
    ["1-2-3 * * * *", 'has the minute "1-2-3"'],
    ["1, * * * *", 'has the minute ""'],
    ["1/2/3 * * * *", 'has the minute "1/2/3"'],
    ["@daily", "must have five fields"],
  ])("refuses the schedule %p", (schedule, reason) => {
    expect(messages("Trigger", scheduled(schedule))).toEqual([
      expect.stringContaining(`config.schedule: ${reason}`),
    ]);
  });
});

describe("Schema", () => {
  const metadata = { data_source: "s", database: "d", collection: "c" };
  test.each<Case>([
    [
      "a good one",
      {
        metadata,
        schema: {
          bsonType: "object",
          properties: { a: { bsonType: ["string", "null"] }, b: { items: [{ bsonType: "int" }] } },
        },
      },
      [],
    ],
    [
      "keywords that are not known",
      { metadata, schema: { bsonType: "object", minProperties: 2, anything: true } },
      [],
    ],
    [
      "an unknown type",
      { metadata, schema: { properties: { a: { bsonType: "strin" } } } },
      ['schema.properties.a.bsonType: unknown type "strin", did you mean "string"?'],
    ],
    [
      "types in elements of lists",
      { metadata, schema: { items: { items: { bsonType: 3 } } } },
      [
        "schema.items.items.bsonType: unknown type 3, use one of object, array, string, number, int, long, double, decimal, date, timestamp, bool, null, regex, objectId, binData, binary, uuid, function, javascript, symbol, mixed, minKey, maxKey",
      ],
    ],
    [
      "types in combinations and other properties",
      {
        metadata,
        schema: {
          anyOf: [{ bsonType: "strin" }],
          oneOf: {},
          additionalProperties: { not: { bsonType: "boo" } },
          patternProperties: { b: 1 },
        },
      },
      [
        "schema.patternProperties.b: must be a JSON schema, that is an object",
        'schema.additionalProperties.not.bsonType: unknown type "boo", did you mean "bool"?',
        'schema.anyOf.0.bsonType: unknown type "strin", did you mean "string"?',
        "schema.oneOf: must be a list of JSON schemas",
      ],
    ],
    [
      "required that is no list",
      { metadata, schema: { required: "a" } },
      ["schema.required: must be a list of property names"],
    ],
    [
      "properties that are no schemas",
      { metadata, schema: { properties: { a: "string" } } },
      ["schema.properties.a: must be a JSON schema, that is an object"],
    ],
    [
      "properties that are a list",
      { metadata, schema: { properties: ["a"] } },
      ["schema.properties: must be an object that maps property names to JSON schemas"],
    ],
    ["a title that is no text", { metadata, schema: { title: 1 } }, ["schema.title: must be a text"]],
    [
      "a relationship of _id",
      { metadata, relationships: { _id: { ref: "#/relationship/s/d/c", foreign_key: "x" } } },
      ["relationships._id: _id cannot be the source of a relationship; use another property"],
    ],
    [
      "a relationship of a required property",
      {
        metadata,
        schema: { required: ["a"] },
        relationships: { a: { ref: "#/relationship/s/d/c", foreign_key: "x" } },
      },
      ["relationships.a: a is listed in schema.required; take it out of there or drop the relationship"],
    ],
    [
      "a relationship to nowhere",
      { metadata, relationships: { a: { ref: "orders", foreign_key: "x" } } },
      ["relationships.a.ref: must be of the form #/relationship/<data source>/<database>/<collection>"],
    ],
  ])("judges %s", (_, inputs, expected) => {
    expect(messages("Schema", inputs)).toEqual(expected);
  });
});

describe("CustomResolver", () => {
  const resolver = (more: object) => ({ on_type: "Query", field_name: "f", function_name: "g", ...more });
  const object = { title: "T", bsonType: "object", properties: { a: { bsonType: "int" } } };
  test.each<Case>([
    ["nothing but the function", resolver({}), []],
    [
      "a custom list as payload",
      resolver({ payload_type: { bsonType: "array", items: object }, payload_type_format: "custom" }),
      [],
    ],
    ["a schema without format", resolver({ input_type: object }), []],
    [
      "a format without type",
      resolver({ input_type_format: "scalar" }),
      ["input_type_format: needs input_type; set it or drop input_type_format"],
    ],
    [
      "a name as custom type",
      resolver({ payload_type: "Int", payload_type_format: "custom" }),
      ['payload_type_format: is "custom", but payload_type is a name; give a JSON schema or another format'],
    ],
    [
      "a schema as scalar",
      resolver({ input_type: object, input_type_format: "scalar" }),
      ['input_type_format: must be "custom", because input_type is a JSON schema'],
    ],
    [
      "a custom type without name or fields",
      resolver({ input_type: { bsonType: "object" } }),
      [
        "input_type.title: is required: it names the new type",
        "input_type.properties: must have at least one property",
      ],
    ],
    [
      "a list as input",
      resolver({ input_type: { bsonType: "array", items: object } }),
      [
        "input_type.title: is required: it names the new type",
        "input_type.properties: must have at least one property",
      ],
    ],
    [
      "a list of nothing",
      resolver({ payload_type: { bsonType: "array" } }),
      ["payload_type.items: must be the JSON schema of the list's elements"],
    ],
    [
      "a field that GraphQL cannot have",
      resolver({ field_name: "order-count" }),
      ["field_name: must be a GraphQL name: a letter or _, then letters, digits or _"],
    ],
  ])("judges %s", (_, inputs, expected) => {
    expect(messages("CustomResolver", inputs)).toEqual(expected);
  });
});

test.each<[string, string, unknown, string[]]>([
  [
    "an app whose location is elsewhere",
    "App",
    { name: "shop", provider_region: "aws-eu-west-1", location: "AU" },
    ["location: AU does not agree with provider_region aws-eu-west-1, which is in IE"],
  ],
  [
    "a function with two users",
    "Function",
    { name: "f", private: true, source: "", run_as_user_id: "1", run_as_user_id_script_source: "2" },
    ["run_as_user_id: give only one of run_as_user_id and run_as_user_id_script_source"],
  ],
  [
    "a value that names no secret",
    "Value",
    { name: "v", from_secret: true, value: 3 },
    ["value: must be the name of a secret, because from_secret is true"],
  ],
  [
    "a cluster without name",
    "DataSource",
    { name: "d", type: "mongodb-atlas", config: {} },
    ['config.clusterName: is required for a data source of type "mongodb-atlas"'],
  ],
  [
    "a federated database without name",
    "DataSource",
    { name: "d", type: "datalake", config: { clusterName: "c" } },
    ['config.dataLakeName: is required for a data source of type "datalake"'],
  ],
  [
    "a cluster with an address",
    "DataSource",
    { name: "d", type: "mongodb", config: { uri: "mongodb://x" } },
    [],
  ],
  [
    "an index on what cannot be queried",
    "SyncConfig",
    {
      type: "flexible",
      state: "enabled",
      queryable_fields_names: ["a"],
      indexed_queryable_fields_names: ["b"],
    },
    ["indexed_queryable_fields_names.0: b must also be listed in queryable_fields_names"],
  ],
  [
    "a role with a long name",
    "Rule",
    { database: "d", collection: "c", roles: [{ name: "r".repeat(101), apply_when: {} }] },
    ["roles.0.name: must be at most 100 characters long"],
  ],
  [
    "a projection of other numbers",
    "DefaultRule",
    { filters: [{ name: "f", apply_when: {}, projection: { a: 2 } }] },
    ["filters.0.projection.a: must be 0 or 1"],
  ],
])("verify: judges %s", (_, name, inputs, expected) => {
  expect(messages(name, inputs)).toEqual(expected);
});
