import type { JsonObject } from "@appstead/sdk";
import { type HttpAnswer, idOf } from "../harness/admin-http";
import { createWorld, type World } from "./world";

let world: World;
let app = "";
let service = "";

beforeAll(async () => {
  world = await createWorld();
  app = `/groups/{groupId}/apps/${world.appId}`;
  service = `${app}/services/${world.serviceId}`;
});
afterAll(() => world.close());

const send = (method: string, path: string, body?: unknown, headers = {}) =>
  world.admin.request(method, path, { body, headers });
const errorOf = (answer: HttpAnswer) => String((answer.body as JsonObject)["error"]);

describe("default rule", () => {
  const path = () => `${service}/default_rule`;

  test("errors: carry texts of their own and no code", async () => {
    const missing = [
      ["GET", undefined, 404, "default rule does not exist on service"],
      [
        "PUT",
        { _id: "0123456789abcdef01234567", roles: [], filters: [] },
        400,
        "default rule does not exist",
      ],
      ["DELETE", undefined, 404, "default rule does not exist for app service"],
    ] as const;
    for (const [method, body, status, error] of missing) {
      const answer = await send(method, path(), body);
      expect(answer).toMatchObject({ status, body: { error } });
      expect(answer.body).not.toHaveProperty("error_code");
    }
    const created = await send("POST", path(), { roles: [], filters: [] });
    expect(created).toMatchObject({ status: 201, body: { _id: expect.any(String), roles: [] } });
    expect(await send("POST", path(), { roles: [] })).toMatchObject({
      status: 400,
      body: { error: "default rule already exists" },
    });
    const mismatch = await send("PUT", path(), { _id: "0123456789abcdef01234567", roles: [], filters: [] });
    expect(mismatch).toMatchObject({ status: 400, body: { error: "service default rule id mismatch" } });
    expect((await send("PUT", path(), { _id: idOf(created), roles: [], filters: [] })).status).toBe(204);
    expect((await send("DELETE", path())).status).toBe(204);
  });
});

describe("secret", () => {
  const secrets = () => `${app}/secrets`;
  const listed = async (id: string) =>
    ((await send("GET", secrets())).body as JsonObject[]).find(secret => secret["_id"] === id);

  test("value: is never returned; its fingerprint tells a change", async () => {
    const created = await send(
      "POST",
      secrets(),
      { name: "payment", value: "v-one" },
      { prefer: "return=representation" },
    );
    expect(created).toMatchObject({
      status: 201,
      body: { name: "payment", fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(created.text).not.toContain("v-one");
    const before = await listed(idOf(created));
    expect(
      (await send("PUT", `${secrets()}/${idOf(created)}`, { name: "payment", value: "v-two" })).status,
    ).toBe(204);
    const changed = await listed(idOf(created));
    expect(changed?.["fingerprint"]).not.toBe(before?.["fingerprint"]);
    await send("PUT", `${secrets()}/${idOf(created)}`, { name: "payment", value: "v-one" });
    expect((await listed(idOf(created)))?.["fingerprint"]).toBe(before?.["fingerprint"]);
  });

  test("update: an empty value renames and keeps the value", async () => {
    const id = idOf(await send("POST", secrets(), { name: "old", value: "kept" }));
    const before = await listed(id);
    expect((await send("PUT", `${secrets()}/${id}`, { _id: id, name: "new", value: "" })).status).toBe(204);
    expect(await listed(id)).toEqual({ ...before, name: "new" });
  });

  test("errors: name the field, never the value", async () => {
    const long = await send("POST", secrets(), { name: "long", value: "s".repeat(501) });
    expect(long).toMatchObject({ status: 400, body: { error_code: "InvalidParameter" } });
    expect(errorOf(long)).toContain("value: must be at most 500 characters long");
    expect(long.text).not.toContain("sss");
    expect(await send("GET", `${secrets()}/0123456789abcdef01234567`)).toMatchObject({ status: 404 });
  });
});

describe("function", () => {
  const functions = () => `${app}/functions`;

  test.each([
    [{ source: "exports = (" }, "FunctionSyntaxError", "source"],
    [
      { source: "exports = () => 1", run_as_user_id_script_source: "exports = {" },
      "FunctionSyntaxError",
      "run_as_user_id_script_source",
    ],
    [{ source: "exports = () => 1", can_evaluate: { "%nope": 1 } }, "InvalidParameter", "can_evaluate"],
    [{ source: 5 }, "InvalidParameter", "source"],
    [{}, "MissingParameter", "source"],
  ])("save: %j is refused with %s", async (fields, error_code, text) => {
    const answer = await send("POST", functions(), { name: "bad", private: false, ...fields });
    expect(answer).toMatchObject({ status: 400, body: { error_code } });
    expect(errorOf(answer)).toContain(text);
  });

  test("save: an asynchronous source and JSON expressions are accepted", async () => {
    const body = {
      name: "fine",
      private: false,
      source: "exports = async function () { await 1; };",
      can_evaluate: { "%%user.id": "%%args.0" },
    };
    expect((await send("POST", functions(), body)).status).toBe(201);
  });
});

describe("reference pairs", () => {
  test("read: ids and names are both there, whichever was written", async () => {
    const resolver = { on_type: "Query", field_name: "paired", function_name: "isMember" };
    const created = await send("POST", `${app}/graphql/custom_resolvers`, resolver);
    expect(created.body).toMatchObject({
      function_name: "isMember",
      function_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    const url = `${app}/graphql/custom_resolvers/${idOf(created)}`;
    const { function_id } = created.body as { function_id: string };
    expect((await send("PUT", url, { ...resolver, function_name: "checkBadge", function_id })).status).toBe(
      204,
    );
    expect((await send("GET", url)).body).toMatchObject({ function_name: "checkBadge" });
    const other = { on_type: "Query", field_name: "torn", function_name: "checkBadge", function_id };
    const contradiction = await send("POST", `${app}/graphql/custom_resolvers`, other);
    expect(contradiction).toMatchObject({ status: 400, body: { error_code: "InvalidParameter" } });
    expect(errorOf(contradiction)).toContain("isMember");
  });

  test("write: an unknown id is refused at once", async () => {
    const resolver = { on_type: "Query", field_name: "dangling", function_id: "0123456789abcdef01234567" };
    const answer = await send("POST", `${app}/graphql/custom_resolvers`, resolver);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(errorOf(answer)).toContain("0123456789abcdef01234567");
  });
});

describe("schema", () => {
  test.each([
    [{ bsonType: "objekt" }, "schema.bsonType"],
    [{ bsonType: "object", required: "name" }, "schema.required"],
    [{ bsonType: "object", properties: [] }, "schema.properties"],
    [{ bsonType: "object", properties: { a: { bsonType: "strin" } } }, "schema.properties.a.bsonType"],
  ])("save: the malformed schema %j is refused with the path", async (schema, path) => {
    const metadata = { data_source: "mongodb-atlas", database: "shop", collection: "malformed" };
    const answer = await send("POST", `${app}/schemas`, { metadata, schema });
    expect(answer).toMatchObject({ status: 400, body: { error_code: "InvalidParameter" } });
    expect(errorOf(answer)).toContain(path);
  });
});

describe("trigger", () => {
  test("resume: a trigger that runs answers 204, an unknown one 404 with a text", async () => {
    const trigger = {
      name: "nightly",
      type: "SCHEDULED",
      config: { schedule: "0 4 * * *" },
      event_processors: { FUNCTION: { config: { function_name: "isMember" } } },
    };
    const id = idOf(await send("POST", `${app}/triggers`, trigger));
    expect(await send("PUT", `${app}/triggers/${id}/resume`, { disable_token: true })).toMatchObject({
      status: 204,
      text: "",
    });
    const wrong = await send("PUT", `${app}/triggers/${id}/resume`, { disable_token: "yes" });
    expect(errorOf(wrong)).toBe("disable_token: must be a boolean, not a string");
    const unknown = await send("PUT", `${app}/triggers/0123456789abcdef01234567/resume`, {
      disable_token: false,
    });
    expect(unknown).toMatchObject({ status: 404, body: { error: expect.any(String) } });
    expect(unknown.body).not.toHaveProperty("error_code");
  });

  test("update: a record that was read may change its function in either place, never its type", async () => {
    const trigger = {
      name: "either",
      type: "SCHEDULED",
      config: { schedule: "0 4 * * *" },
      function_name: "isMember",
    };
    const url = `${app}/triggers/${idOf(await send("POST", `${app}/triggers`, trigger))}`;
    const read = async () => (await send("GET", url)).body as JsonObject;
    const both = (function_name: string) => ({
      disabled: false,
      function_name,
      event_processors: { FUNCTION: { config: { function_name } } },
    });
    expect(await read()).toMatchObject(both("isMember"));
    expect((await send("PUT", url, { ...(await read()), function_name: "checkBadge" })).status).toBe(204);
    expect(await read()).toMatchObject(both("checkBadge"));
    const event_processors = { FUNCTION: { config: { function_name: "isMember" } } };
    expect((await send("PUT", url, { ...(await read()), event_processors })).status).toBe(204);
    expect(await read()).toMatchObject(both("isMember"));
    const config = { operation_type: "LOGIN", providers: ["anon-user"] };
    const other = await send("PUT", url, { ...(await read()), type: "AUTHENTICATION", config });
    expect(errorOf(other)).toBe("type: cannot be changed; delete the trigger and create it again");
  });
});

describe("data source", () => {
  test("delete: takes its rules, default rule and sync settings along", async () => {
    const body = { name: "doomed", type: "mongodb-atlas", config: { clusterName: "Cluster9" } };
    const id = idOf(await send("POST", `${app}/services`, body));
    await send("POST", `${app}/services/${id}/rules`, { database: "d", collection: "c" });
    await send("POST", `${app}/services/${id}/default_rule`, { roles: [] });
    expect((await send("DELETE", `${app}/services/${id}`)).status).toBe(204);
    expect((await send("GET", `${app}/services/${id}/rules`)).body).toMatchObject({
      error_code: "ServiceNotFound",
    });
    expect(idOf(await send("POST", `${app}/services`, body))).not.toBe(id);
  });

  test("federated: takes a default rule, but no rules of collections, database triggers or sync", async () => {
    const body = { name: "lake", type: "datalake", config: { dataLakeName: "Lake0" } };
    const url = `${app}/services/${idOf(await send("POST", `${app}/services`, body))}`;
    expect((await send("POST", `${url}/default_rule`, { roles: [] })).status).toBe(201);
    const trigger = {
      name: "onLake",
      type: "DATABASE",
      config: { service_name: "lake", operation_types: ["INSERT"] },
      function_name: "isMember",
    };
    for (const answer of [
      await send("POST", `${url}/rules`, { database: "d", collection: "c" }),
      await send("POST", `${app}/triggers`, trigger),
      await send("PATCH", `${url}/config`, { flexible_sync: { state: "enabled" } }),
      await send("PATCH", url, { type: "mongodb", config: {} }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { error_code: "InvalidParameter" } });
      expect(errorOf(answer)).toMatch(/federated database|^type: cannot be changed/);
    }
  });

  test("children: an unknown data source is named", async () => {
    const answer = await send("GET", `${app}/services/0123456789abcdef01234567/rules`);
    expect(answer).toMatchObject({
      status: 404,
      body: { error: "service not found: '0123456789abcdef01234567'", error_code: "ServiceNotFound" },
    });
  });
});

describe("PATCH", () => {
  test("auth provider: a fragment keeps the rest, null removes a field", async () => {
    const provider = {
      name: "oauth2-google",
      type: "oauth2-google",
      disabled: true,
      config: { clientId: "id-1" },
      secret_config: { clientSecret: "clientSecret" },
      redirect_uris: ["https://shop.example.com"],
    };
    const url = `${app}/auth_providers/${idOf(await send("POST", `${app}/auth_providers`, provider))}`;
    expect(await send("PATCH", url, { config: { clientId: "id-2" } })).toMatchObject({
      status: 204,
      text: "",
    });
    expect((await send("GET", url)).body).toMatchObject({ ...provider, config: { clientId: "id-2" } });
    expect((await send("PATCH", url, { redirect_uris: null })).status).toBe(204);
    expect((await send("GET", url)).body).not.toHaveProperty("redirect_uris");
  });

  test("data source: settings with keys of their own come back as they were given", async () => {
    const config = {
      namespacePreimageConfigs: [{ dbName: "shop", collectionName: "orders", recordPreimages: true }],
      clusterName: "Cluster5",
      readPreference: "primary",
      wireProtocolEnabled: false,
    };
    const id = idOf(
      await send("POST", `${app}/services`, { name: "exported", type: "mongodb-atlas", version: 1, config }),
    );
    const url = `${app}/services/${id}/config`;
    expect((await send("GET", url)).text).toBe(JSON.stringify(config));
    expect((await send("PATCH", url, { readPreference: "nearest", wireProtocolEnabled: null })).status).toBe(
      204,
    );
    const { wireProtocolEnabled: _, ...kept } = config;
    expect((await send("GET", url)).body).toEqual({ ...kept, readPreference: "nearest" });
    expect((await send("PATCH", url, { clusterName: "" })).body).toMatchObject({
      error_code: expect.any(String),
    });
  });
});

describe("bodies of other clients", () => {
  test("null and empty texts that an optional field cannot hold: mean that it is not set", async () => {
    const config = { autoConfirm: true, resetPasswordUrl: "https://shop.example.com/reset" };
    const unset = { confirmationFunctionName: "", resetFunctionId: "", confirmEmailSubject: null };
    const provider = { type: "local-userpass", name: "", disabled: null, config: { ...config, ...unset } };
    const created = await send("POST", `${app}/auth_providers`, provider);
    const { _id, ...record } = created.body as JsonObject;
    expect(record).toEqual({ type: "local-userpass", name: "local-userpass", disabled: false, config });
    await send("DELETE", `${app}/auth_providers/${String(_id)}`);
  });

  test("what the contract says of every record: is there, also when it was not sent", async () => {
    const { body } = await send("POST", `${app}/values`, { name: "bare", value: null });
    expect(body).toMatchObject({ name: "bare", private: false, from_secret: false, value: null });
    const list = (await send("GET", `${app}/values`)).body as JsonObject[];
    expect(list.find(entry => entry["name"] === "bare")).toMatchObject({ private: false });
  });

  test.each([
    ["rules", { database: "", collection: "c" }, "database"],
    [
      "schemas",
      { metadata: { data_source: "archive", database: "d", collection: "" } },
      "metadata.collection",
    ],
  ])("%s: an empty name of a database or collection is refused", async (kind, body, path) => {
    const answer = await send("POST", `${kind === "rules" ? service : app}/${kind}`, body);
    expect(answer).toMatchObject({ status: 400, body: { error_code: "InvalidParameter" } });
    expect(errorOf(answer)).toBe(`${path}: must not be empty`);
  });
});

describe("concurrent changes", () => {
  test("PATCHes of one object at the same time are all kept", async () => {
    const id = idOf(
      await send("POST", `${app}/services`, {
        name: "busy",
        type: "mongodb-atlas",
        config: { clusterName: "Cluster6" },
      }),
    );
    const keys = ["a", "b", "c", "d", "e"];
    await Promise.all(keys.map(key => send("PATCH", `${app}/services/${id}/config`, { [key]: 1 })));
    expect((await send("GET", `${app}/services/${id}/config`)).body).toEqual({
      clusterName: "Cluster6",
      ...Object.fromEntries(keys.map(key => [key, 1])),
    });
  });

  test("of creates with one name at the same time, one succeeds", async () => {
    const body = { name: "raced", private: false, source: "exports = () => 1" };
    const answers = await Promise.all([1, 2, 3, 4].map(() => send("POST", `${app}/functions`, body)));
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409]);
  });
});
