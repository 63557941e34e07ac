import { type JsonObject, kindNamed } from "@appstead/sdk";
import { type HttpAnswer, idOf } from "../harness/admin-http";
import { createWorld, type World } from "./world";

const kind = kindNamed("SyncConfig");
const variants = Object.entries(kind?.samples ?? {}).map(([variant, samples]) => ({ variant, samples }));

let world: World;
let path = "";
let services = "";

beforeAll(async () => {
  world = await createWorld();
  services = `/groups/{groupId}/apps/${world.appId}/services`;
  path = `${services}/${world.serviceId}/config`;
});
afterAll(() => world.close());
afterEach(async () => {
  for (const key of ["sync", "flexible_sync"]) await patch({ [key]: { state: "" } });
});

const patch = (body: unknown, at = path) => world.admin.request("PATCH", at, { body });
const read = async (at = path) => (await world.admin.request("GET", at)).body as JsonObject;
const errorOf = (answer: HttpAnswer) => String((answer.body as JsonObject)["error"]);

describe.each(variants)("$variant", ({ samples }) => {
  const blockOf = (inputs: unknown) => kind?.encode?.(inputs, "create") as JsonObject;
  const [key = ""] = Object.keys(blockOf(samples.minimal));

  test("PATCH: answers 204, and keeps the settings of the data source around the block", async () => {
    expect(await patch(blockOf(samples.full))).toMatchObject({ status: 204, text: "" });
    expect(await read()).toMatchObject({ clusterName: "Cluster0", ...blockOf(samples.full) });
    expect(await patch({ readPreference: "nearest" })).toMatchObject({ status: 204 });
    expect(await read()).toMatchObject({
      clusterName: "Cluster0",
      readPreference: "nearest",
      ...blockOf(samples.full),
    });
  });

  test("PATCH: a complete block replaces the one before", async () => {
    await patch(blockOf(samples.full));
    expect((await patch(blockOf(samples.update))).status).toBe(204);
    expect((await read())[key]).toEqual((blockOf(samples.update) as JsonObject)[key]);
  });

  test("PATCH: the state alone pauses, and an empty one terminates", async () => {
    await patch(blockOf(samples.full));
    expect((await patch({ [key]: { state: "disabled" } })).status).toBe(204);
    expect((await read())[key]).toEqual({ ...(blockOf(samples.full)[key] as JsonObject), state: "disabled" });
    expect((await patch({ [key]: { state: "" } })).status).toBe(204);
    expect(await read()).not.toHaveProperty(key);
  });

  test("PATCH: a block without a state changes what it names, null ends, other values are refused", async () => {
    await patch(blockOf(samples.full));
    const fragment = { client_max_offline_days: 7, is_recovery_mode_disabled: true };
    expect((await patch({ [key]: fragment })).status).toBe(204);
    const changed = { ...(blockOf(samples.full)[key] as JsonObject), ...fragment };
    expect((await read())[key]).toEqual(changed);
    expect((await patch({ [key]: {} })).status).toBe(204);
    for (const wrong of ["", "off", 0, false, []]) {
      const answer = await patch({ [key]: wrong });
      expect(answer).toMatchObject({ status: 400, body: { error_code: "InvalidParameter" } });
      expect(errorOf(answer)).toBe(`${key}: must be an object`);
    }
    expect((await read())[key]).toEqual(changed);
    expect((await patch({ [key]: null })).status).toBe(204);
    expect(await read()).not.toHaveProperty(key);
    expect(await patch({ [key]: fragment })).toMatchObject({
      status: 400,
      body: { error: `${key}.state: is required`, error_code: "MissingParameter" },
    });
  });

  test("PATCH: what cannot change in place needs the section to be terminated", async () => {
    await patch(blockOf(samples.full));
    const before = await read();
    const answer = await patch(blockOf(samples.replace));
    expect(answer).toMatchObject({ status: 400, body: { error_code: "InvalidParameter" } });
    expect(errorOf(answer)).toContain(`cannot be changed; terminate it first with {"${key}":{"state":""}}`);
    expect(await read()).toEqual(before);
    await patch({ [key]: { state: "" } });
    expect((await patch(blockOf(samples.replace))).status).toBe(204);
    expect((await read())[key]).toEqual(blockOf(samples.replace)[key]);
  });

  test("PATCH: Prefer return=representation answers with the whole settings", async () => {
    const headers = { prefer: "return=representation" };
    const answer = await world.admin.request("PATCH", path, { body: blockOf(samples.full), headers });
    expect(answer).toMatchObject({
      status: 200,
      body: { clusterName: "Cluster0", ...blockOf(samples.full) },
    });
  });

  test("the data source: holds the block, and its own changes leave it alone", async () => {
    await patch(blockOf(samples.full));
    const url = `${services}/${world.serviceId}`;
    expect((await read(url))["config"]).toMatchObject(blockOf(samples.full));
    expect((await patch({ config: { clusterName: "Cluster0" } }, url)).status).toBe(200);
    expect((await read(url))["config"]).toEqual({ clusterName: "Cluster0", ...blockOf(samples.full) });
  });

  test("another data source of the app: cannot be synced too", async () => {
    await patch(blockOf(samples.full));
    const list = (await world.admin.request("GET", services)).body as JsonObject[];
    const archive = list.find(service => service["name"] === "archive")?.["_id"];
    const answer = await patch(blockOf(samples.full), `${services}/${archive}/config`);
    expect(answer).toMatchObject({ status: 400, body: { error_code: "InvalidParameter" } });
    expect(errorOf(answer)).toContain("mongodb-atlas");
  });

  test("errors: name the field inside the block", async () => {
    const answer = await patch({
      [key]: { ...(blockOf(samples.full)[key] as JsonObject), client_max_offline_days: "many" },
    });
    expect(answer).toMatchObject({ status: 400, body: { error_code: "InvalidParameter" } });
    expect(errorOf(answer)).toContain(`${key}.client_max_offline_days`);
  });
});

test("a new data source: may bring its sync settings along", async () => {
  const flexible_sync = { state: "enabled", database_name: "shop", queryable_fields_names: ["owner_id"] };
  const body = { name: "synced", type: "mongodb-atlas", config: { clusterName: "Cluster7", flexible_sync } };
  const created = await world.admin.request("POST", services, { body });
  expect(created.status).toBe(201);
  const url = `${services}/${idOf(created)}`;
  expect(await read(`${url}/config`)).toEqual({ clusterName: "Cluster7", flexible_sync });
  expect((await world.admin.request("DELETE", url)).status).toBe(204);
  // With the data source its settings are gone too: another one can be synced.
  expect((await patch({ flexible_sync })).status).toBe(204);
});

test("the other form: must be terminated first", async () => {
  const [partition, flexible] = variants.map(
    ({ samples }) => kind?.encode?.(samples.full, "create") as JsonObject,
  );
  await patch(partition);
  const answer = await patch(flexible);
  expect(answer).toMatchObject({ status: 400, body: { error_code: "InvalidParameter" } });
  expect(errorOf(answer)).toContain("terminate");
  const both = await patch({ ...partition, ...flexible });
  expect(both).toMatchObject({
    status: 400,
    body: { error: "flexible_sync: give only one of sync and flexible_sync" },
  });
  expect((await patch({ ...flexible, sync: { state: "" } })).status).toBe(204);
  expect(await read()).toEqual({ clusterName: "Cluster0", ...flexible });
});

test("an unknown data source: answers 404 ServiceNotFound", async () => {
  const unknown = `${services}/0123456789abcdef01234567/config`;
  expect(await world.admin.request("GET", unknown)).toMatchObject({
    status: 404,
    body: { error_code: "ServiceNotFound" },
  });
  expect(await patch({}, unknown)).toMatchObject({ status: 404, body: { error_code: "ServiceNotFound" } });
});

test("development mode: is switched for the app", async () => {
  const url = `/groups/{groupId}/apps/${world.appId}/sync/config`;
  const answer = await world.admin.request("PUT", url, { body: { development_mode_enabled: true } });
  expect(answer).toMatchObject({ status: 204, text: "" });
  expect(await read(url)).toEqual({ development_mode_enabled: true });
});

test("partition fields: are those that all schemas of the data source share", async () => {
  const schema = (collection: string, properties: JsonObject) =>
    world.admin.request("POST", `/groups/{groupId}/apps/${world.appId}/schemas`, {
      body: {
        metadata: { data_source: "archive", database: "d", collection },
        schema: { bsonType: "object", properties },
      },
    });
  await schema("one", {
    _id: { bsonType: "objectId" },
    owner: { bsonType: "string" },
    team: { bsonType: "objectId" },
  });
  await schema("two", {
    _id: { bsonType: "objectId" },
    owner: { bsonType: "string" },
    team: { bsonType: "string" },
  });
  const list = (await world.admin.request("GET", services)).body as JsonObject[];
  const service_id = list.find(service => service["name"] === "archive")?.["_id"];
  const url = `/groups/{groupId}/apps/${world.appId}/sync/data`;
  expect(await read(`${url}?service_id=${service_id}`)).toEqual({
    service_id,
    partition_fields: [{ key: "owner", type: "string" }],
  });
  expect(await world.admin.request("GET", url)).toMatchObject({
    status: 400,
    body: { error_code: "MissingParameter" },
  });
});
