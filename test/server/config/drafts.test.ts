import type { ConfigStore, Scope } from "@appstead/server/config";
import {
  type ConfigDatabase,
  dataSource,
  deployedNames,
  fn,
  names,
  openConfigDatabase,
  put,
  remove,
  resolver,
  rule,
  value,
  withRecord,
} from "./config-harness";

let database: ConfigDatabase;
let store: ConfigStore;
let app: Scope;
let bob: Scope;

beforeAll(async () => {
  database = await openConfigDatabase();
  store = database.store();
});
afterAll(() => database.close());
beforeEach(async () => {
  app = await database.app();
  bob = { ...app, userId: "bob" };
});

describe("drafts", () => {
  test("one for each user and app: a second is refused, also when made at the same time", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => store.createDraft(app)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(store.createDraft(app)).rejects.toMatchObject({ status: 409, code: "DraftAlreadyExists" });
    await expect(store.createDraft(bob)).resolves.toMatchObject({ userId: "bob", appId: app.appId });
    await expect(store.createDraft({ ...app, appId: "none" })).rejects.toMatchObject({ code: "AppNotFound" });
  });

  test("edits: are seen by their owner alone until they are deployed, and add one deployment", async () => {
    await store.apply(app, [put(value("live"))]);
    const draft = await store.createDraft(app);
    await store.apply(app, [put(value("one"))]);
    await store.apply(app, [put(value("two"))]);
    expect(await names(store, app)).toEqual(["live", "one", "two"]);
    expect(await names(store, bob)).toEqual(["live"]);
    expect(await names(database.store(), app)).toEqual(["live", "one", "two"]);
    const deployed = await store.deployDraft(app, draft.id, "release");
    expect(deployed).toMatchObject({ status: "successful", name: "release", draftId: draft.id, version: 2 });
    expect(await names(store, bob)).toEqual(["live", "one", "two"]);
    expect(await store.getDraft(app)).toBeUndefined();
    expect(await store.listDeployments(app.appId)).toHaveLength(2);
    expect(await store.getDeployment(app.appId, deployed.id)).toEqual(deployed);
  });

  test("a discard: drops the edits", async () => {
    const draft = await store.createDraft(app);
    await store.apply(app, [put(value("one"))]);
    await store.discardDraft(app, draft.id);
    expect(await names(store, app)).toEqual([]);
    expect(await store.getDraft(app)).toBeUndefined();
    expect(await store.listDeployments(app.appId)).toEqual([]);
    expect(await database.db.collection("config_draft_edits").countDocuments({ draft: draft.id })).toBe(0);
  });

  test.each(["discardDraft", "diffDraft", "deployDraft"] as const)(
    "%s of a foreign or unknown draft: is refused",
    async method => {
      const draft = await store.createDraft(bob);
      for (const id of [draft.id, "000000000000000000000000"]) {
        await expect(store[method](app, id, "")).rejects.toMatchObject({
          status: 404,
          code: "DraftNotFound",
        });
      }
      expect(await store.getDraft(bob)).toMatchObject({ id: draft.id });
    },
  );

  test("a mark: is kept, and its lease is renewed by every write", async () => {
    let now = 1_000_000;
    const clocked = database.store({ now: () => now });
    const mark = { project: "shop", stack: "dev", process: "p1", leaseMs: 30_000 };
    expect(await clocked.createDraft(app, mark)).toMatchObject({ mark, leaseExpiresAt: 1_030_000 });
    now += 20_000;
    await clocked.apply(app, [put(value("one"))]);
    expect(await clocked.getDraft(app)).toMatchObject({ mark, leaseExpiresAt: 1_050_000 });
  });

  test("an object made and deleted in a draft: leaves nothing", async () => {
    const draft = await store.createDraft(app);
    const brief = value("brief");
    await store.apply(app, [put(brief)]);
    await store.apply(app, [remove(brief)]);
    expect(await store.deployDraft(app, draft.id, "")).toMatchObject({ status: "successful" });
    expect(await deployedNames(store, app)).toEqual([]);
  });

  test("a data source deleted in a draft: takes what lives under it, also what was added since", async () => {
    const source = dataSource("main");
    await store.apply(app, [put(source), put(rule(source.id, "a"))]);
    const draft = await store.createDraft(app);
    await store.apply(app, [remove(source)]);
    expect(await (await store.view(app)).list("Rule")).toEqual([]);
    await store.apply(bob, [put(rule(source.id, "b"))]);
    await store.deployDraft(app, draft.id, "");
    expect(await (await store.deployed(app.appId)).view.list("Rule")).toEqual([]);
  });
});

describe("many requests in one draft", () => {
  test("256 at the same time: no edit is lost and all keep an order", async () => {
    const draft = await store.createDraft(app);
    const wanted = Array.from({ length: 256 }, (_, i) => `v${i}`);
    await Promise.all(wanted.map(name => store.apply(app, [put(value(name))])));
    const seen = await names(store, app);
    expect([...seen].sort()).toEqual([...wanted].sort());
    await store.deployDraft(app, draft.id, "");
    expect(await deployedNames(store, app)).toEqual(seen);
  });

  test("through two servers: no edit is lost", async () => {
    const stores = [store, database.store()];
    await store.createDraft(app);
    const wanted = Array.from({ length: 60 }, (_, i) => `v${i}`);
    await Promise.all(wanted.map((name, i) => stores[i % 2]?.apply(app, [put(value(name))])));
    expect((await names(store, app)).sort()).toEqual([...wanted].sort());
  });

  test("of the same name: exactly one wins, the others of the batch are not disturbed", async () => {
    const stores = [store, database.store()];
    await store.createDraft(app);
    const same = Array.from({ length: 20 }, (_, i) => stores[i % 2]?.apply(app, [put(fn("same"))]));
    const others = Array.from({ length: 20 }, (_, i) => stores[i % 2]?.apply(app, [put(fn(`other${i}`))]));
    const outcomes = await Promise.allSettled(same);
    await Promise.all(others);
    const refused = outcomes.flatMap(outcome => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toHaveLength(19);
    for (const reason of refused)
      expect(reason).toMatchObject({ status: 409, code: "FunctionDuplicateName" });
    expect(await names(store, app, "Function")).toHaveLength(21);
  });

  test("with one idempotency key: exactly one wins and is found by it", async () => {
    await store.createDraft(app);
    const writes = Array.from({ length: 10 }, (_, i) =>
      store.apply(app, [put({ ...value(`v${i}`), idempotencyKey: "k" })]),
    );
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const view = await store.view(app);
    expect([await view.findByIdempotencyKey("Value", "k")]).toEqual(await view.list("Value"));
  });

  test("while it is deployed: every acknowledged edit is either deployed or refused as too late", async () => {
    const draft = await store.createDraft(app);
    await store.apply(app, [put(value("before"))]);
    const late = Array.from({ length: 30 }, (_, i) =>
      store.apply(app, [put(value(`late${i}`))]).then(() => `late${i}`),
    );
    const deploying = store.deployDraft(app, draft.id, "");
    const outcomes = await Promise.allSettled(late);
    await deploying;
    const acknowledged = outcomes.flatMap(outcome => (outcome.status === "fulfilled" ? [outcome.value] : []));
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "DraftNotFound" });
    expect((await deployedNames(store, app)).sort()).toEqual(["before", ...acknowledged].sort());
  });
});

describe("checks of drafts", () => {
  test("ids are checked at once, names at deployment", async () => {
    const draft = await store.createDraft(app);
    const id = "5f00000000000000000000aa";
    await expect(store.apply(app, [put(resolver("a", { function_id: id }))])).rejects.toMatchObject({
      message: `function_id: function not found: '${id}'`,
    });
    const hello = resolver("hello", { function_name: "greet" });
    await store.apply(app, [put(hello)]);
    const greet = fn("greet");
    await store.apply(app, [put(greet)]);
    await store.apply(app, [put(resolver("by-id", { function_id: greet.id }))]);
    expect((await (await store.view(app)).get("CustomResolver", hello.id))?.record).toMatchObject({
      function_id: greet.id,
    });
    expect(await store.deployDraft(app, draft.id, "")).toMatchObject({ status: "successful" });
  });

  test("a failed deployment: names each object and field, changes nothing and keeps the draft", async () => {
    const kept = fn("kept");
    await store.apply(app, [put(kept), put(resolver("user", { function_id: kept.id }))]);
    const draft = await store.createDraft(app);
    await store.apply(app, [
      put(resolver("a", { function_name: "x" })),
      put(resolver("b", { function_name: "y" })),
    ]);
    await store.apply(app, [remove(kept)]);
    const failed = await store.deployDraft(app, draft.id, "");
    expect(failed.status).toBe("failed");
    for (const text of [
      `custom resolver "Query.a": function_name: function not found: 'x'`,
      `custom resolver "Query.b": function_name: function not found: 'y'`,
      `function "kept" cannot be deleted: it is used by custom resolver "Query.user" (function_id)`,
    ]) {
      expect(failed.statusErrorMessage).toContain(text);
    }
    expect(await store.getDeployment(app.appId, failed.id)).toEqual(failed);
    expect((await store.deployed(app.appId)).version).toBe(1);
    expect(await store.getDraft(app)).toMatchObject({ id: draft.id });
    await store.apply(app, [put(fn("x")), put(fn("y")), put(kept)]);
    expect(await store.deployDraft(app, draft.id, "")).toMatchObject({ status: "successful" });
  });

  test("drafts of others that touch other objects: block nothing", async () => {
    await store.apply(app, [put(value("a")), put(value("b"))]);
    const [mine, theirs] = [await store.createDraft(app), await store.createDraft(bob)];
    await store.apply(app, [put(value("mine"))]);
    await store.apply(bob, [put(value("theirs"))]);
    expect(await store.deployDraft(bob, theirs.id, "")).toMatchObject({ status: "successful" });
    expect(await store.deployDraft(app, mine.id, "")).toMatchObject({ status: "successful" });
    expect(await deployedNames(store, app)).toEqual(["a", "b", "theirs", "mine"]);
  });

  const shared = value("shared");
  const changed = put(withRecord(shared, { value: 2 }));
  const conflicts: [
    name: string,
    mine: Parameters<ConfigStore["apply"]>[1],
    theirs: Parameters<ConfigStore["apply"]>[1],
  ][] = [
    ["both changed an object", [put(withRecord(shared, { value: 3 }))], [changed]],
    ["deleted what others changed", [remove(shared)], [changed]],
    ["changed what others deleted", [changed], [remove(shared)]],
    ["both made an object with one name", [put(value("new"))], [put(value("new"))]],
  ];
  test.each(conflicts)("%s: is a conflict that names it and keeps the draft", async (_, mine, theirs) => {
    await store.apply(app, [put(shared)]);
    const draft = await store.createDraft(app);
    await store.apply(app, mine);
    await store.apply(bob, theirs);
    const live = await deployedNames(store, app);
    await expect(store.deployDraft(app, draft.id, "")).rejects.toMatchObject({
      status: 409,
      code: "DraftConflict",
      message: expect.stringMatching(/value "(shared|new)"/),
    });
    expect(await deployedNames(store, app)).toEqual(live);
    expect(await store.getDraft(app)).toMatchObject({ id: draft.id });
    expect(await store.listDeployments(app.appId)).toHaveLength(2);
  });
});

test("diffDraft: gives one text for each object, sources line by line", async () => {
  const [kept, gone] = [fn("kept", "one\ntwo\nthree\n"), value("gone")];
  await store.apply(app, [put(kept), put(gone), put(value("same"))]);
  const draft = await store.createDraft(app);
  await store.apply(app, [
    put(withRecord(kept, { source: "one\n2\nthree\n" })),
    remove(gone),
    put(value("new", { a: 1 })),
  ]);
  const { diffs } = await store.diffDraft(app, draft.id);
  expect(diffs).toHaveLength(3);
  expect(diffs[0]).toContain("--- a/functions/kept.json");
  expect(diffs[0]).toContain("\n one\n-two\n+2\n three\n");
  expect(diffs[1]).toContain("--- a/values/gone.json\n+++ /dev/null");
  expect(diffs[2]).toContain("--- /dev/null\n+++ b/values/new.json");
  expect(diffs[2]).toContain('+        "a": 1');
});
