import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { ConfigStore, Scope } from "@appstead/server/config";
import {
  type ConfigDatabase,
  dataSource,
  deployedNames,
  openConfigDatabase,
  put,
  remove,
  rule,
  value,
  withRecord,
} from "./config-harness";
import type { DeployerJob } from "./deployer-job";

const leaseMs = 400;
/** Deployers that run at the same time, each on an app of its own. */
const wave = 4;

let database: ConfigDatabase;
let store: ConfigStore;

beforeAll(async () => {
  database = await openConfigDatabase();
  store = database.store({ leaseMs });
});
afterAll(() => database.close());

interface Scenario {
  readonly scope: Scope;
  readonly job: Pick<DeployerJob, "edits" | "draftId" | "redeploy">;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** An app with some objects, and a change of several of them that is not made yet. */
async function changeOf(scope: Scope) {
  const [kept, changed, gone, source] = [value("kept"), value("changed"), value("gone"), dataSource("main")];
  await store.apply(scope, [put(kept), put(changed), put(gone), put(source), put(rule(source.id, "a"))]);
  return [put(withRecord(changed, { name: "renamed" })), remove(gone), put(value("new")), remove(source)];
}

const old = ["kept", "changed", "gone"];
const changed = ["kept", "renamed", "new"];

const scenarios: Record<string, () => Promise<Scenario>> = {
  "a write without a draft": async () => {
    const scope = await database.app();
    return { scope, job: { edits: await changeOf(scope) }, before: old, after: changed };
  },
  "a draft": async () => {
    const scope = await database.app();
    const edits = await changeOf(scope);
    const { id } = await store.createDraft(scope);
    await store.apply(scope, edits);
    return { scope, job: { draftId: id }, before: old, after: changed };
  },
  "a redeployment": async () => {
    const scope = await database.app();
    await store.apply(scope, await changeOf(scope));
    const [, first] = await store.listDeployments(scope.appId);
    return { scope, job: { redeploy: first?.id ?? "" }, before: changed, after: old };
  },
};

interface Child {
  readonly process: ChildProcess;
  /** Resolves with whether the deployer came to the command at which it was to stop. */
  readonly reached: Promise<boolean>;
  readonly outcome: Promise<string | undefined>;
}

function startDeployer(job: DeployerJob): Child {
  const script = require.resolve("./deployer.ts");
  const child = spawn(process.execPath, ["--no-warnings", script, database.uri, JSON.stringify(job)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const reached = new Promise<boolean>(resolve => {
    reader.on("line", line => {
      lines.push(line);
      if (line === "reached") resolve(true);
    });
    reader.on("close", () => resolve(false));
  });
  const outcome = once(reader, "close").then(() => lines.find(line => line.startsWith("outcome "))?.slice(8));
  return { process: child, reached, outcome };
}

/** Whether the change is live; fails when it is so in part. */
async function isLive(scope: Scope, { before, after }: Scenario): Promise<boolean> {
  const live = await deployedNames(database.store(), scope);
  const [old, changed] = [before, after].map(names => JSON.stringify(names) === JSON.stringify(live));
  if (!old && !changed) throw new Error(`half a deployment is live: ${live.join(", ")}`);
  const sources = await (await store.deployed(scope.appId)).view.list("DataSource");
  const rules = await (await store.deployed(scope.appId)).view.list("Rule");
  expect(sources).toHaveLength(live.includes("gone") ? 1 : 0);
  expect(rules).toHaveLength(sources.length);
  return changed === true;
}

/** Another server deploys; then nothing is left of what did not come into effect. */
async function deployAnother(scope: Scope): Promise<void> {
  const other = { ...scope, userId: "other" };
  await store.apply(other, [put(value("other"))]);
}

async function expectNothingLeft(scope: Scope, live: boolean, scenario: Scenario): Promise<void> {
  const expected = [...(live ? scenario.after : scenario.before), "other"];
  expect(await deployedNames(database.store(), scope)).toEqual(expected);
  // A deployment that never began is given up after a minute.
  const later = database.store({ now: () => Date.now() + 120_000 });
  const deployments = await later.listDeployments(scope.appId);
  const versions = deployments.flatMap(({ version }) => version ?? []);
  expect(new Set(versions).size).toBe(versions.length);
  for (const { status, version } of deployments)
    expect(status).toBe(version === undefined ? "failed" : "successful");
  if (scenario.job.draftId === undefined) return;
  const draft = await store.getDraft(scope);
  expect(draft?.id).toBe(live ? undefined : scenario.job.draftId);
  if (!draft) return;
  expect(await store.deployDraft(scope, draft.id, "")).toMatchObject({ status: "successful" });
  expect((await deployedNames(store, scope)).sort()).toEqual([...scenario.after, "other"].sort());
}

/** Rows that begin or end at a version that never came into effect. */
async function rowsBeyondVersions(scope: Scope): Promise<unknown[]> {
  const versions = (await store.listDeployments(scope.appId)).flatMap(({ version }) => version ?? []);
  const rows = await database.db.collection("config_rows").find({ app: scope.appId }).toArray();
  const bounds = (row: (typeof rows)[number]) => [row["from"], ...("closed" in row ? [row["closed"]] : [])];
  return rows.filter(row => !bounds(row).every(bound => versions.includes(bound)));
}

/** Ids of the objects that are valid now, once for every row. */
async function validRows(scope: Scope): Promise<string[]> {
  const apps = database.db.collection<{ _id: string; version: number; aborted: number[] }>("config_apps");
  const app = await apps.findOne({ _id: scope.appId });
  const counts = (version: number) => version <= (app?.version ?? 0) && !app?.aborted.includes(version);
  const rows = await database.db.collection("config_rows").find({ app: scope.appId }).toArray();
  return rows.filter(({ from, to }) => counts(from) && !counts(to)).map(({ object }) => object.id);
}

/** Lets a stopped process go on; again and again, because it may say that it stops just before it does. */
function letGoOn({ process, outcome }: Child): void {
  const timer = setInterval(() => process.kill("SIGCONT"), 50);
  void outcome.finally(() => clearInterval(timer));
}

/** Kills or stops a deployer before each of its commands in turn, until one runs to its end. */
async function atEveryCommand(
  prepare: () => Promise<Scenario>,
  signal: DeployerJob["signal"],
  check: (scenario: Scenario, child: Child, reached: boolean) => Promise<boolean>,
): Promise<boolean[]> {
  const outcomes: boolean[] = [];
  const attempt = async (at: number) => {
    const scenario = await prepare();
    const child = startDeployer({ scope: scenario.scope, leaseMs, at, signal, ...scenario.job });
    const reached = await child.reached;
    return { reached, outcome: await check(scenario, child, reached) };
  };
  for (let at = 1; ; at += wave) {
    const attempts = await Promise.all(Array.from({ length: wave }, (_, i) => attempt(at + i)));
    const end = attempts.findIndex(({ reached }) => !reached);
    outcomes.push(...attempts.slice(0, end === -1 ? wave : end + 1).map(({ outcome }) => outcome));
    if (end !== -1) return outcomes;
  }
}

describe.each(Object.entries(scenarios))("%s", (_, prepare) => {
  test("killed before any of its commands: is live in whole or not at all, and the next deployment cleans up", async () => {
    const outcomes = await atEveryCommand(prepare, "SIGKILL", async (scenario, child) => {
      await child.outcome;
      const { scope } = scenario;
      const live = await isLive(scope, scenario);
      await deployAnother(scope);
      await expectNothingLeft(scope, live, scenario);
      expect(await rowsBeyondVersions(scope)).toEqual([]);
      return live;
    });
    expect(outcomes.length).toBeGreaterThan(6);
    expect(outcomes[0]).toBe(false);
    expect(outcomes.at(-1)).toBe(true);
    // Once the change is live before a command, it is so before every later one.
    expect(outcomes).toEqual([...outcomes].sort((a, b) => Number(a) - Number(b)));
  }, 240_000);

  test("stopped before any of its commands while another deploys: never overwrites it", async () => {
    const outcomes = await atEveryCommand(prepare, "SIGSTOP", async (scenario, child, reached) => {
      const { scope } = scenario;
      const early = reached && (await isLive(scope, scenario));
      await deployAnother(scope);
      if (reached) letGoOn(child);
      const live = (await child.outcome) === "successful";
      if (early) expect(live).toBe(true);
      // A redeployment that had not begun comes after the other one, and goes back behind it.
      const undone = scenario.job.redeploy !== undefined && live && reached && !early;
      const expected = [...(live ? scenario.after : scenario.before), ...(undone ? [] : ["other"])];
      const final = await deployedNames(database.store(), scope);
      expect([...final].sort()).toEqual(expected.sort());
      return live;
    });
    expect(outcomes.at(-1)).toBe(true);
    expect(outcomes).toContain(false);
  }, 240_000);
});

test("a conflict, killed before any of its commands: is never told from a deployment by what comes later", async () => {
  const shared = value("shared", "first");
  const prepare = async (): Promise<Scenario> => {
    const scope = await database.app();
    await store.apply(scope, [put(shared)]);
    const { id } = await store.createDraft(scope);
    await store.apply(scope, [put(withRecord(shared, { value: "drafted" }))]);
    await store.apply({ ...scope, userId: "other" }, [put(withRecord(shared, { value: "second" }))]);
    return { scope, job: { draftId: id }, before: [], after: [] };
  };
  const outcomes = await atEveryCommand(prepare, "SIGKILL", async ({ scope, job }, child, reached) => {
    const outcome = await child.outcome;
    if (!reached) expect(outcome).toContain("conflicts with");
    await deployAnother(scope);
    const deployments = await database.store().listDeployments(scope.appId);
    const conflicting = deployments.filter(({ draftId }) => draftId === job.draftId);
    expect(conflicting.map(({ version }) => version).filter(version => version !== undefined)).toEqual([]);
    return reached;
  });
  expect(outcomes.at(-1)).toBe(false);
}, 240_000);

test("a deployer that is stopped while another changes the same object: the later of the two counts", async () => {
  const shared = value("shared", "first");
  const write = (content: string) => [put(withRecord(shared, { value: content }))];
  const current = async ({ appId }: Scope) => {
    const found = await (await database.store().deployed(appId)).view.list("Value");
    return found.map(({ record }) => record["value"]);
  };
  const prepare = async (): Promise<Scenario> => {
    const scope = await database.app();
    await store.apply(scope, write("first"));
    return { scope, job: { edits: write("stopped") }, before: [], after: [] };
  };
  const outcomes = await atEveryCommand(prepare, "SIGSTOP", async ({ scope }, child, reached) => {
    if (!reached) await child.outcome;
    const early = (await current(scope))[0] === "stopped";
    await store.apply(scope, write("other"));
    if (reached) letGoOn(child);
    const live = (await child.outcome) === "successful";
    expect(await current(scope)).toEqual([live && !early ? "stopped" : "other"]);
    expect(await validRows(scope)).toEqual([shared.id]);
    await store.apply(scope, write("last"));
    expect(await current(scope)).toEqual(["last"]);
    return live;
  });
  expect(outcomes).toContain(false);
}, 240_000);
