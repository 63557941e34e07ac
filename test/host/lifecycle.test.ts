import { appKind, type Client, createClient, functionKind, kindNamed } from "@appstead/sdk";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { DynamicHost, type Properties } from "./dynamic-host";

const none = { changes: 1, replaces: [], deleteBeforeReplace: false };
const some = { changes: 0, replaces: [], deleteBeforeReplace: true };
const key = (name: string) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/appstead:Function::${name}`;

let server: TestServer;
let client: Client;
let appId: string;
const hosts: DynamicHost[] = [];

beforeAll(async () => {
  server = await startTestServer();
  client = createClient(server);
  appId = (await client.endpoint(appKind).create({}, { name: "shop" }))._id;
});
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.stop()));
});
afterAll(() => server.close());

async function host(slug: string, more: Properties = {}): Promise<DynamicHost> {
  const { url, groupId, publicKey, privateKey } = server;
  const config = { url, groupId, publicKey, privateKey, ...more };
  const keyed = Object.fromEntries(
    Object.entries(config).map(([name, value]) => [`appstead:${name}`, value]),
  );
  const started = await DynamicHost.start(slug, keyed);
  hosts.push(started);
  return started;
}

function greet(more: Properties = {}): Properties {
  return {
    appId,
    name: "greet",
    private: false,
    source: "exports = () => 'hi';",
    __key: key("greet"),
    ...more,
  };
}

const functions = () => client.endpoint(functionKind);

test("host: a function is created, read, changed, found unchanged and deleted", async () => {
  const fn = await host("function");
  const inputs = greet();
  expect((await fn.check({}, inputs)).failures).toEqual([]);
  const { id, outs } = await fn.create(inputs);
  expect(await functions().read({ appId }, id)).toMatchObject({ name: "greet", source: inputs["source"] });
  expect(outs).toMatchObject(inputs);
  expect(outs).not.toHaveProperty("_id");
  expect(await fn.diff(id, outs, inputs)).toEqual(none);

  const read = await fn.read(id, outs);
  expect(read).toEqual({ id, props: outs, inputs: { ...inputs, __provider: outs["__provider"] } });

  const changed = greet({ source: "exports = () => 'hello';", runAsSystem: true });
  expect(await fn.diff(id, outs, changed)).toEqual(some);
  const updated = await fn.update(id, outs, changed);
  expect(updated.outs).toMatchObject(changed);
  expect(await functions().read({ appId }, id)).toMatchObject({ run_as_system: true });

  // What is dropped from the program goes back to the service's default.
  const dropped = greet({ source: changed["source"] });
  expect(await fn.diff(id, updated.outs, dropped)).toEqual(some);
  const reset = await fn.update(id, updated.outs, dropped);
  expect(await fn.diff(id, reset.outs, dropped)).toEqual(none);
  expect((await functions().read({ appId }, id))?.run_as_system ?? false).toBe(false);

  await fn.delete(id, reset.outs);
  expect(await functions().read({ appId }, id)).toBeUndefined();
  await fn.delete(id, reset.outs);
  expect((await fn.read(id, reset.outs)).id).toBe("");
});

test("host: a change made elsewhere comes back as inputs, so that the engine shows it", async () => {
  const fn = await host("function");
  const { id, outs } = await fn.create(greet());
  await functions().update({ appId }, id, { name: "greet", private: true, source: "exports = () => 'hi';" });
  const read = await fn.read(id, outs);
  expect(read.inputs).toMatchObject({ private: true });
  expect(await fn.diff(id, read.props, greet())).toEqual(some);
  await fn.delete(id, outs);
});

test("host: an object is found by an id that says where it is", async () => {
  const fn = await host("function");
  const { id, outs } = await fn.create(greet());
  const read = await fn.read(`${appId}/${id}`, {});
  expect(read).toMatchObject({ id, inputs: { appId, name: "greet", private: false } });
  await expect(fn.read(id, {})).rejects.toThrow(/write it as <appId>\/<id>/);
  await fn.delete(id, outs);
});

test("host: many creates are one deployment", async () => {
  const fn = await host("function");
  const names = Array.from({ length: 12 }, (_, index) => `many${index}`);
  const before = (await client.deployments.list(appId)).length;
  const made = await Promise.all(names.map(name => fn.create(greet({ name, __key: key(name) }))));
  expect((await client.deployments.list(appId)).length - before).toBe(1);
  expect(await client.drafts.list(appId)).toEqual([]);
  await Promise.all(made.map(({ id, outs }) => fn.delete(id, outs)));
  expect((await client.deployments.list(appId)).length - before).toBe(2);
});

test("host: two processes of one update take turns in the one draft that a user has", async () => {
  const both = await Promise.all([host("function"), host("function")]);
  const names = Array.from({ length: 6 }, (_, index) => `turn${index}`);
  const made = await Promise.all(
    names.map((name, index) => both[index % 2]?.create(greet({ name, __key: key(name) }))),
  );
  expect((await functions().list({ appId })).map(item => item.name)).toEqual(expect.arrayContaining(names));
  await Promise.all(made.map((one, index) => one && both[(index + 1) % 2]?.delete(one.id, one.outs)));
  expect(await functions().list({ appId })).toEqual([]);
});

test("host: a creation whose answer was lost is found again and brought up to date", async () => {
  const fn = await host("function");
  const first = await fn.create(greet());
  const again = await fn.create(greet({ source: "exports = () => 'edited';" }));
  expect(again.id).toBe(first.id);
  expect(await functions().read({ appId }, first.id)).toMatchObject({ source: "exports = () => 'edited';" });
  await fn.delete(first.id, first.outs);
});

test("host: a resource that was deleted is created anew", async () => {
  const fn = await host("function");
  const first = await fn.create(greet());
  await fn.delete(first.id, first.outs);
  const second = await fn.create(greet());
  expect(second.id).not.toBe(first.id);
  await fn.delete(second.id, second.outs);
});

test("host: what replaces an object that is still there is another object", async () => {
  const fn = await host("function");
  const first = await fn.create(greet());
  const second = await fn.create(greet({ name: "greetAll" }));
  expect(second.id).not.toBe(first.id);
  expect(await fn.create(greet({ name: "greetAll" }))).toMatchObject({ id: second.id });
  await Promise.all([fn.delete(first.id, first.outs), fn.delete(second.id, second.outs)]);
});

test("host: an existing object is an error that names adopt, and is taken over with it", async () => {
  const existing = await functions().create(
    { appId },
    { name: "greet", private: true, source: "exports = () => 0;" },
  );
  const fn = await host("function");
  await expect(fn.create(greet())).rejects.toThrow(
    /cannot create the function "greet": .*exists already; set `adopt: true`/,
  );
  const adopted = await fn.create(greet({ adopt: true }));
  expect(adopted.id).toBe(existing._id);
  expect(await functions().read({ appId }, adopted.id)).toMatchObject({ private: false });
  expect(await fn.diff(adopted.id, adopted.outs, greet({ adopt: true }))).toEqual(none);
  expect(await fn.diff(adopted.id, adopted.outs, greet())).toEqual(none);
  await fn.delete(adopted.id, adopted.outs);
});

test("host: a name that another change of the same deployment frees can be taken", async () => {
  const fn = await host("function");
  const names = ["a", "b", "c"];
  const inputs = (name: string, to = name) => greet({ name: to, __key: key(name) });
  const made = await Promise.all(names.map(name => fn.create(inputs(name))));
  const next: Record<string, string> = { a: "b", b: "c", c: "d" };
  const rename = (index: number, to: string) => {
    const { id = "", outs = {} } = made[index] ?? {};
    return fn.update(id, outs, inputs(names[index] ?? "", to));
  };
  const renamed = await Promise.all([
    ...names.map((name, index) => rename(index, next[name] ?? "")),
    fn.create(inputs("new", "a")),
  ]);
  expect(renamed.map(({ outs }) => outs["name"])).toEqual(["b", "c", "d", "a"]);
  await expect(rename(0, "d")).rejects.toThrow(
    /cannot update the function "d": another function "d" exists already;/,
  );
  for (const { _id } of await functions().list({ appId })) await functions().delete({ appId }, _id);
});

test("host: what is refused for the name that an object gives up is told at that object", async () => {
  const [source, schema] = await Promise.all([host("data-source"), host("schema")]);
  const database = { appId, name: "main", type: "mongodb", config: {}, __key: key("main") };
  const held = await source.create(database);
  const pinned = await schema.create({
    appId,
    metadata: { dataSource: "main", database: "d", collection: "c" },
    schema: { title: "c", bsonType: "object", properties: { _id: { bsonType: "objectId" } } },
    __key: key("schema"),
  });
  const bystander = source.create({ ...database, name: "other", __key: key("other") });
  const results = await Promise.allSettled([
    bystander,
    source.update(held.id, held.outs, { ...database, name: "renamed" }),
  ]);
  expect(results.map(result => result.status === "rejected" && String(result.reason))).toEqual([
    expect.stringMatching(/in one deployment with data source "main", which was refused; see there$/),
    expect.stringMatching(/"main" cannot give up the name "main": it is used by schema "main.d.c"/),
  ]);
  await schema.delete(pinned.id, pinned.outs);
  await source.delete(held.id, held.outs);
});

test("host: what refers to an object that is about to be replaced is replaced with it, in a preview too", async () => {
  const fn = await host("function");
  const trigger = await host("trigger");
  const { id, outs } = await fn.create(greet());
  const inputs = {
    ...{ appId, name: "nightly", type: "SCHEDULED", config: { schedule: "0 20 * * *" } },
    functionId: id,
    __key: key("nightly"),
  };
  const made = await trigger.create(inputs);
  const unknown = { ...inputs, functionId: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" };
  // The engine asks with values that are not known what becomes of the trigger when its function is replaced ...
  expect(await trigger.diff(made.id, made.outs, unknown)).toEqual({ ...some, replaces: ["functionId"] });
  // ... and checks what the program says before it asks about that.
  await trigger.check(made.outs, unknown);
  expect(await trigger.diff(made.id, made.outs, unknown)).toEqual(some);
  await trigger.delete(made.id, made.outs);
  await fn.delete(id, outs);
});

test("host: a secret comes back with what was sent, and a change made elsewhere shows", async () => {
  const secret = await host("secret");
  const inputs = { appId, name: "apiKey", value: "k-1", __key: "urn:pulumi:dev::shop::Secret::apiKey" };
  const before = (await client.deployments.list(appId)).length;
  const { id, outs } = await secret.create(inputs);
  expect(outs).toMatchObject({ value: "k-1", fingerprint: expect.stringMatching(/.+/) });
  expect(await secret.diff(id, outs, inputs)).toEqual(none);
  expect((await secret.read(id, outs)).inputs).toMatchObject(inputs);
  const kind = kindNamed("Secret");
  if (!kind) throw new Error("no kind Secret");
  await client.endpoint(kind).update({ appId }, id, { name: "apiKey", value: "stolen" });
  const read = await secret.read(id, outs);
  expect(read.inputs).not.toHaveProperty("value");
  expect(await secret.diff(id, read.props, inputs)).toEqual(some);
  await secret.update(id, read.props, inputs);
  await secret.delete(id, outs);
  expect((await client.deployments.list(appId)).length).toBe(before);
});

test("host: the provider that every app has is taken over, and disabled at the end", async () => {
  const provider = await host("auth-provider");
  const inputs = { appId, type: "api-key", __key: "urn:pulumi:dev::shop::AuthProvider::keys" };
  const { id, outs } = await provider.create(inputs);
  await provider.delete(id, outs);
  const kind = kindNamed("AuthProvider");
  if (!kind) throw new Error("no kind AuthProvider");
  expect(await client.endpoint(kind).read({ appId }, id)).toMatchObject({ disabled: true });
});

test("host: sync settings are a part of their data source; deleting them terminates sync", async () => {
  const source = await host("data-source");
  const database = await source.create({
    appId,
    name: "db",
    type: "mongodb",
    config: {},
    __key: "urn:pulumi:dev::shop::D::db",
  });
  const sync = await host("sync-config");
  const inputs = {
    appId,
    serviceId: database.id,
    type: "flexible",
    state: "enabled",
    queryableFieldsNames: ["owner", "a"],
  };
  const { id, outs } = await sync.create(inputs);
  expect(id).toBe(database.id);
  const place = `${appId}/${database.id}`;
  expect((await sync.read(place, {})).id).toBe(id);
  const imported = await sync.create({ ...inputs, __import: place });
  expect(imported).toMatchObject({ id, outs: { queryableFieldsNames: inputs.queryableFieldsNames } });
  expect(await sync.diff(id, outs, { ...inputs, queryableFieldsNames: ["a", "owner"] })).toEqual(none);
  expect(
    await source.diff(database.id, (await source.read(database.id, database.outs)).props, {
      appId,
      name: "db",
      type: "mongodb",
      config: {},
    }),
  ).toEqual(none);
  // A second creation of the same settings finds them; other settings are somebody else's.
  expect((await sync.create(inputs)).id).toBe(id);
  await expect(sync.create({ ...inputs, queryableFieldsNames: ["b"] })).rejects.toThrow(
    /exists already; set `adopt: true`/,
  );
  await sync.delete(id, outs);
  expect((await sync.read(id, outs)).id).toBe("");
  await source.delete(database.id, database.outs);
});
