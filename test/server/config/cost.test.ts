import type { Scope } from "@appstead/server/config";
import { ObjectId } from "bson";
import type { CommandStartedEvent, CommandSucceededEvent } from "mongodb";
import {
  type ConfigDatabase,
  fn,
  openConfigDatabase,
  put,
  resolver,
  value,
  withRecord,
} from "./config-harness";

let database: ConfigDatabase;
beforeAll(async () => {
  database = await openConfigDatabase({ monitorCommands: true });
});
afterAll(() => database.close());

interface Cost {
  readonly commands: string[];
  /** Documents that the database handed out. */
  readonly documents: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const commands: string[] = [];
  let documents = 0;
  const started = (event: CommandStartedEvent) =>
    commands.push(`${event.commandName} ${event.command[event.commandName]}`);
  const succeeded = ({ reply }: CommandSucceededEvent) => {
    const { cursor } = reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } };
    documents += (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length;
  };
  database.client.on("commandStarted", started).on("commandSucceeded", succeeded);
  await work();
  database.client.off("commandStarted", started).off("commandSucceeded", succeeded);
  return { commands: commands.sort(), documents };
}

async function appOf(size: number): Promise<Scope> {
  const app = await database.app();
  const store = database.store();
  for (let done = 0; done < size; done += 500) {
    const part = Array.from({ length: Math.min(500, size - done) }, (_, i) => fn(`f${done + i}`));
    await store.apply(app, part.map(put));
  }
  return app;
}

const target = { ...fn("target"), id: new ObjectId().toHexString() };
const deployments: [name: string, run: (app: Scope) => Promise<unknown>][] = [
  ["a write without a draft", app => database.store().apply(app, [put(fn("new"))])],
  [
    "an update that others refer to",
    app => database.store().apply(app, [put(withRecord(target, { name: "renamed" }))]),
  ],
  [
    "a draft of ten objects",
    async app => {
      const store = database.store();
      const draft = await store.createDraft(app);
      await store.apply(
        app,
        Array.from({ length: 10 }, (_, i) => put(fn(`draft${i}`))),
      );
      expect(await store.deployDraft(app, draft.id, "")).toMatchObject({ status: "successful" });
    },
  ],
  [
    "a redeployment",
    async app => {
      const store = database.store();
      const [, before] = await store.listDeployments(app.appId, 2);
      expect(await store.redeploy(app, before?.id ?? "")).toMatchObject({ status: "successful" });
    },
  ],
];

test("a deployment: costs the same in an app of 100 and of 5,000 objects", async () => {
  const [few, many] = [await appOf(100), await appOf(5_000)];
  for (const app of [few, many])
    await database.store().apply(app, [put(target), put(resolver("user", { function_id: target.id }))]);
  for (const [name, run] of deployments) {
    const [small, large] = [await costOf(() => run(few)), await costOf(() => run(many))];
    expect({ name, ...large }).toEqual({ name, ...small });
  }
});

test("a write without a draft: takes eight commands", async () => {
  const app = await database.app();
  const { commands } = await costOf(() => database.store().apply(app, [put(fn("one"))]));
  expect(commands.length).toBeLessThanOrEqual(8);
});

test("eight creates at once and their deployment: take as many commands as one", async () => {
  const app = await appOf(1);
  const store = database.store();
  const { id } = await store.createDraft(app);
  const create = async (name: string) => {
    const seen = await store.view(app);
    expect(await seen.findByIdempotencyKey("Value", name)).toBeUndefined();
    const after = await store.apply(app, [put({ ...value(name), idempotencyKey: name })], seen);
    expect(await after.find("Value", [name])).toMatchObject({ idempotencyKey: name });
  };
  const atOnce = Array.from({ length: 8 }, (_, i) => `v${i}`);
  const creates = await costOf(() => Promise.all(atOnce.map(create)));
  expect(creates.commands).toEqual([
    "find config_apps",
    "find config_drafts",
    "find config_rows",
    "find config_rows",
    "insert config_draft_edits",
    "update config_drafts",
  ]);
  const deployment = await costOf(() => store.deployDraft(app, id, ""));
  expect(deployment.commands).toHaveLength(10);
  expect((await store.deployed(app.appId)).version).toBe(2);
});

test("finding by a term: reads only what is found, however many objects there are", async () => {
  const app = await appOf(1_000);
  const plan = await database.db
    .collection("config_rows")
    .find({
      app: app.appId,
      from: { $lte: 9 },
      to: { $gt: 9 },
      terms: { $in: ['name:Function//["f1"]', 'name:Function//["f2"]'] },
    })
    .explain("executionStats");
  expect(plan["executionStats"]).toMatchObject({ nReturned: 2, totalDocsExamined: 2 });
});
