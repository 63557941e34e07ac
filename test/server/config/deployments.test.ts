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
  resolver,
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

describe("deployments", () => {
  test("the list: is newest first and has at most 25", async () => {
    for (let i = 1; i <= 27; i++) await store.apply(app, [put(value(`v${i}`))]);
    const versions = (await store.listDeployments(app.appId)).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 25 }, (_, i) => 27 - i));
    expect(await store.listDeployments(app.appId, 1)).toMatchObject([{ version: 27 }]);
  });

  test("an unknown deployment: is not found", async () => {
    expect(await store.getDeployment(app.appId, "none")).toBeUndefined();
    await expect(store.redeploy(app, "none")).rejects.toMatchObject({
      status: 404,
      code: "DeploymentNotFound",
    });
  });

  test("a view: stays as it was while others deploy", async () => {
    const kept = value("kept", "old");
    await store.apply(app, [put(kept)]);
    const [view, { view: deployed }] = [await store.view(app), await store.deployed(app.appId)];
    await store.apply(app, [put(withRecord(kept, { value: "new" })), put(value("more"))]);
    for (const old of [view, deployed]) {
      expect((await old.list("Value")).map(({ record }) => record["value"])).toEqual(["old"]);
    }
    expect((await (await store.deployed(app.appId)).view.get("Value", kept.id))?.record["value"]).toBe("new");
  });

  test("deployed: follows thousands of changes of other servers", async () => {
    const other = database.store();
    const many = Array.from({ length: 600 }, (_, i) => value(`v${i}`));
    await store.deployed(app.appId);
    for (const start of [0, 200, 400]) {
      await other.apply(app, many.slice(start, start + 200).map(put));
      expect(await deployedNames(store, app)).toHaveLength(start + 200);
    }
    await other.apply(app, many.slice(0, 300).map(remove));
    expect(await deployedNames(store, app)).toEqual(many.slice(300).map(({ record }) => record["name"]));
  });
});

describe("redeploy", () => {
  const texts = async () =>
    JSON.stringify((await (await store.view(app)).list("Value")).map(({ record }) => record));

  test("an earlier deployment: is live again as a new one at the head of the list", async () => {
    const [a, b] = [value("a"), value("b")];
    await store.apply(app, [put(a), put(b)]);
    const before = await texts();
    await store.apply(app, [put(withRecord(a, { name: "renamed" })), remove(b), put(value("c"))]);
    await store.apply(app, [put(withRecord(a, { name: "again" }))]);
    const [, , first] = await store.listDeployments(app.appId);
    const made = await store.redeploy(app, first?.id ?? "");
    expect(made).toMatchObject({ status: "successful", version: 4 });
    expect(await texts()).toBe(before);
    expect(await store.listDeployments(app.appId)).toHaveLength(4);
    expect((await store.listDeployments(app.appId))[0]).toEqual(made);
    expect(await deployedNames(store, app)).toEqual(["a", "b"]);
  });

  test("to and fro: reaches every state", async () => {
    const states: string[] = [];
    for (let i = 0; i < 4; i++) {
      await store.apply(app, [put(value(`v${i}`))]);
      states.push(await texts());
    }
    const deployments = (await store.listDeployments(app.appId)).reverse();
    for (const index of [0, 3, 1, 2, 0]) {
      await store.redeploy(app, deployments[index]?.id ?? "");
      expect(await texts()).toBe(states[index]);
    }
  });

  test("references by name: keep their target after it was renamed", async () => {
    const greet = fn("greet");
    const hello = resolver("hello", { function_name: "greet" });
    await store.apply(app, [put(greet), put(hello)]);
    await store.apply(app, [put(withRecord(greet, { name: "welcome" }))]);
    const [renamed] = await store.listDeployments(app.appId);
    await store.apply(app, [remove(hello)]);
    expect(await store.redeploy(app, renamed?.id ?? "")).toMatchObject({ status: "successful" });
    const found = await (await store.view(app)).get("CustomResolver", hello.id);
    expect(found?.record).toMatchObject({ function_id: greet.id, function_name: "welcome" });
  });

  test("a configuration that is no longer valid: fails with the reason and changes nothing", async () => {
    let exists = true;
    const own = database.store({ elsewhere: { Secret: async () => exists } });
    const secret = object("Value", { name: "a", from_secret: true, value: "gone" });
    await own.apply(app, [put(secret)]);
    const [first] = await own.listDeployments(app.appId);
    await own.apply(app, [remove(secret)]);
    exists = false;
    const failed = await own.redeploy(app, first?.id ?? "");
    expect(failed).toMatchObject({
      status: "failed",
      statusErrorMessage: `value "a": value: secret not found: 'gone'`,
    });
    expect(await names(own, app)).toEqual([]);
    expect((await own.listDeployments(app.appId))[0]).toEqual(failed);
    await expect(own.redeploy(app, failed.id)).rejects.toMatchObject({ status: 400, code: "BadRequest" });
  });

  test("an open draft: stays open, and conflicts where the redeployment changed its objects", async () => {
    const kept = value("kept");
    await store.apply(app, [put(kept)]);
    const [first] = await store.listDeployments(app.appId);
    await store.apply(app, [put(withRecord(kept, { value: 2 }))]);
    const draft = await store.createDraft(app);
    await store.apply(app, [put(withRecord(kept, { value: 3 }))]);
    await store.redeploy(app, first?.id ?? "");
    await expect(store.deployDraft(app, draft.id, "")).rejects.toMatchObject({ code: "DraftConflict" });
  });
});

test("history: is swept beyond the deployments that can be deployed again", async () => {
  const counter = value("counter", 0);
  const source = dataSource("main");
  await store.apply(app, [put(source)]);
  for (let i = 1; i < 160; i++) await store.apply(app, [put(withRecord(counter, { value: i }))]);
  const rows = await database.db.collection("config_rows").countDocuments({ app: app.appId });
  const records = await database.db.collection("config_deployments").countDocuments({ app: app.appId });
  expect(rows).toBeLessThanOrEqual(101);
  expect(records).toBeLessThanOrEqual(100);
  const oldest = await database.db
    .collection("config_deployments")
    .find({ app: app.appId })
    .sort({ order: 1 })
    .limit(1)
    .next();
  await store.redeploy(app, String(oldest?._id));
  const view = await store.view(app);
  expect((await view.get("Value", counter.id))?.record["value"]).toBe(Number(oldest?.["version"]) - 1);
  expect(await view.get("DataSource", source.id)).toBeDefined();
});
