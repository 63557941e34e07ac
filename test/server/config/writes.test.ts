import type { ConfigStore, Scope } from "@appstead/server/config";
import {
  type ConfigDatabase,
  dataSource,
  deployedNames,
  fn,
  names,
  object,
  openConfigDatabase,
  put,
  remove,
  rule,
  value,
  withRecord,
} from "./config-harness";

let database: ConfigDatabase;
let store: ConfigStore;
let app: Scope;

beforeAll(async () => {
  database = await openConfigDatabase();
  store = database.store();
});
afterAll(() => database.close());
beforeEach(async () => {
  app = await database.app();
});

describe("writes without a draft", () => {
  test("a fresh app: has version 0, no objects and no deployments", async () => {
    expect((await store.deployed(app.appId)).version).toBe(0);
    expect(await names(store, app)).toEqual([]);
    expect(await store.listDeployments(app.appId)).toEqual([]);
  });

  test("every write: is live at once and adds one successful deployment", async () => {
    await store.apply(app, [put(value("one"))]);
    await store.apply(app, [put(value("two"))]);
    expect(await deployedNames(store, app)).toEqual(["one", "two"]);
    const deployments = await store.listDeployments(app.appId);
    expect(deployments.map(({ status, version, userId }) => ({ status, version, userId }))).toEqual([
      { status: "successful", version: 2, userId: "ann" },
      { status: "successful", version: 1, userId: "ann" },
    ]);
    expect(deployments[0]).toMatchObject({
      name: deployments[0]?.id,
      statusErrorMessage: "",
      appId: app.appId,
    });
  });

  test("an object: is found by id, natural key, parent and idempotency key", async () => {
    const source = dataSource("main");
    const orders = { ...rule(source.id, "orders"), idempotencyKey: "k1" };
    await store.apply(app, [put(source), put(orders)]);
    const view = await store.view(app);
    const found = [
      await view.get("Rule", orders.id),
      await view.find("Rule", ["shop", "orders"], source.id),
      (await view.list("Rule", source.id))[0],
      await view.findByIdempotencyKey("Rule", "k1"),
    ];
    for (const each of found) expect(each).toEqual(orders);
    expect(await view.find("Rule", ["shop", "orders"], "elsewhere")).toBeUndefined();
    expect(await view.list("Rule", "elsewhere")).toEqual([]);
  });

  test("records: come back byte for byte, whatever the user's keys are", async () => {
    const content = { z: 1, a: { $set: { "a.b": null } }, "": [], "%%x": -1.5e300, 10: "ten", 2: "two" };
    const own = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}');
    const kept = value("odd", { content, own });
    await store.apply(app, [put(kept)]);
    const found = await (await store.view(app)).get("Value", kept.id);
    expect(JSON.stringify(found?.record)).toBe(JSON.stringify(kept.record));
  });

  test("an update: keeps the place in the list and the idempotency key", async () => {
    const first = { ...value("first"), idempotencyKey: "k" };
    await store.apply(app, [put(first), put(value("second"))]);
    const { idempotencyKey: _, ...changed } = withRecord(first, { name: "renamed" });
    await store.apply(app, [put(changed)]);
    expect(await names(store, app)).toEqual(["renamed", "second"]);
    const view = await store.view(app);
    expect((await view.findByIdempotencyKey("Value", "k"))?.id).toBe(first.id);
    expect(await view.find("Value", ["first"])).toBeUndefined();
  });

  test("several edits: all or nothing", async () => {
    const kept = value("kept");
    await store.apply(app, [put(kept)]);
    const edits = [put(value("new")), remove(kept), put(value("new"))];
    await expect(store.apply(app, edits)).rejects.toMatchObject({ code: "ValueDuplicateName", status: 409 });
    expect(await names(store, app)).toEqual(["kept"]);
    expect(await store.listDeployments(app.appId)).toHaveLength(1);
  });

  test("names: may be swapped in one write", async () => {
    const [a, b] = [value("a"), value("b")];
    await store.apply(app, [put(a), put(b)]);
    await store.apply(app, [put(withRecord(a, { name: "b" })), put(withRecord(b, { name: "a" }))]);
    expect(await names(store, app)).toEqual(["b", "a"]);
  });

  test("deleting a data source: deletes what lives under it, and only that", async () => {
    const [one, two] = [dataSource("one"), dataSource("two")];
    const defaults = object("DefaultRule", { roles: [] }, { parentId: one.id });
    await store.apply(app, [
      put(one),
      put(two),
      put(rule(one.id, "a")),
      put(rule(two.id, "b")),
      put(defaults),
    ]);
    await store.apply(app, [remove(one)]);
    const view = await store.view(app);
    expect((await view.list("Rule")).map(({ record }) => record["collection"])).toEqual(["b"]);
    expect(await view.list("DefaultRule")).toEqual([]);
  });

  test("deleteApp: removes everything of the app; createApp again leaves a live app alone", async () => {
    await store.apply(app, [put(value("one"))]);
    await store.createApp(app.appId);
    expect(await names(store, app)).toEqual(["one"]);
    await store.deleteApp(app.appId);
    await expect(store.view(app)).rejects.toMatchObject({ code: "AppNotFound" });
    await expect(store.apply(app, [put(value("one"))])).rejects.toMatchObject({ code: "AppNotFound" });
    for (const name of ["config_rows", "config_deployments"]) {
      expect(await database.db.collection(name).countDocuments({ app: app.appId })).toBe(0);
    }
  });
});

describe("refused writes", () => {
  const existing = fn("greet");
  const cases: [name: string, edits: Parameters<ConfigStore["apply"]>[1], error: object][] = [
    [
      "a second object with a natural key",
      [put(fn("greet"))],
      { status: 409, code: "FunctionDuplicateName", message: 'function "greet" already exists' },
    ],
    ["a delete of what is not there", [remove(value("x"))], { status: 404, code: "ValueNotFound" }],
    [
      "an update of what is gone",
      [{ ...put(value("x")), expects: "present" }],
      { status: 404, code: "ValueNotFound" },
    ],
    [
      "a create of what is there",
      [{ ...put(existing), expects: "absent" }],
      { status: 409, code: "FunctionDuplicateName" },
    ],
    [
      "an object under a missing parent",
      [put(rule("000000000000000000000000", "a"))],
      { status: 400, code: "InvalidParameter", message: "data source not found: '000000000000000000000000'" },
    ],
  ];

  test.each(cases)("%s: is refused and changes nothing", async (_, edits, error) => {
    await store.apply(app, [put(existing)]);
    await expect(store.apply(app, edits)).rejects.toMatchObject(error);
    expect(await names(store, app, "Function")).toEqual(["greet"]);
    expect((await store.deployed(app.appId)).version).toBe(1);
  });

  test("a second object with an idempotency key: is refused", async () => {
    await store.apply(app, [put({ ...value("a"), idempotencyKey: "k" })]);
    const again = store.apply(app, [put({ ...value("b"), idempotencyKey: "k" })]);
    await expect(again).rejects.toMatchObject({ status: 409, code: "ValueDuplicateName" });
  });

  test("rules of the service: refuse with the field, seeing the configuration as it would be", async () => {
    const ruled = database.store({
      rules: {
        Value: async ({ record }, { view }) =>
          record["value"] === "bad" && (await view.list("Value")).length > 1
            ? [{ path: ["value"], message: "is bad" }]
            : [],
      },
    });
    await ruled.apply(app, [put(value("one", "bad"))]);
    const second = ruled.apply(app, [put(value("two", "bad"))]);
    await expect(second).rejects.toMatchObject({
      status: 400,
      code: "InvalidParameter",
      message: "value: is bad",
    });
  });
});

describe("writes at the same time", () => {
  test("of different objects by two servers: none is lost, versions are used once", async () => {
    const stores = [store, database.store()];
    const writes = Array.from({ length: 40 }, (_, i) => stores[i % 2]?.apply(app, [put(value(`v${i}`))]));
    await Promise.all(writes);
    expect((await names(store, app)).sort()).toEqual(Array.from({ length: 40 }, (_, i) => `v${i}`).sort());
    const versions = (await store.listDeployments(app.appId)).map(({ version }) => version);
    expect(new Set(versions).size).toBe(25);
  });

  test("of one name by two servers: exactly one wins", async () => {
    const stores = [store, database.store()];
    const writes = Array.from({ length: 20 }, (_, i) => stores[i % 2]?.apply(app, [put(value("same", i))]));
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await names(store, app)).toEqual(["same"]);
  });
});
