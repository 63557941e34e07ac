import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PulumiStack, type ResourceSpec } from "../harness/pulumi-stack";
import { startTestServer, type TestServer } from "../harness/server-harness";

const pack = join(__dirname, "../../policies/pack");
let server: TestServer;
let stack: PulumiStack;

beforeAll(async () => {
  server = await startTestServer();
  stack = await PulumiStack.create({
    APPSTEAD_URL: server.url,
    APPSTEAD_GROUP_ID: server.groupId,
    APPSTEAD_PUBLIC_KEY: server.publicKey,
    APPSTEAD_PRIVATE_KEY: server.privateKey,
  });
}, 120_000);

afterAll(async () => {
  await stack?.remove();
  await server?.close();
});

const app = (name: string): ResourceSpec => ({ kind: "App", name: "app", args: { name } });
const dataSource = (name: string): ResourceSpec => ({
  kind: "DataSource",
  name,
  args: { appId: "<App:app>", name, type: "mongodb", config: {} },
});
const partitionSync: ResourceSpec = {
  kind: "SyncConfig",
  name: "sync",
  args: {
    appId: "<App:app>",
    serviceId: "<DataSource:main>",
    type: "partition",
    state: "enabled",
    partition: { key: "owner", type: "string", permissions: { read: true, write: true } },
  },
};

/** Runs a preview under the pack, with the policies' configuration. */
async function previewUnderPack(resources: ResourceSpec[], config: object = {}) {
  await stack.write(resources);
  const file = join(stack.dir, "policies.json");
  await writeFile(file, JSON.stringify(config));
  return stack.run(["preview", "--policy-pack", pack, "--policy-pack-config", file]);
}

test("policy pack: a program within the rules passes", async () => {
  const run = await previewUnderPack([app("shop"), dataSource("main")]);
  expect(run.output).toContain("appstead");
  expect([run.exitCode, run.output]).toEqual([0, expect.not.stringContaining("mandatory")]);
}, 60_000);

test("policy pack: an app name outside the rule fails the preview and says what to do", async () => {
  const run = await previewUnderPack([app("Shop_1")]);
  expect(run.exitCode).not.toBe(0);
  expect(run.output).toMatch(/\[mandatory\][^\n]*app-name/);
  expect(run.output).toContain('name: "Shop_1" does not match ^[a-z][a-z0-9-]*$');
}, 60_000);

test("policy pack: the naming rule can be configured", async () => {
  const config = { "app-name": { enforcementLevel: "mandatory", pattern: "^Shop_\\d+$" } };
  const passing = await previewUnderPack([app("Shop_1")], config);
  expect([passing.exitCode, passing.output]).toEqual([0, expect.anything()]);
  const failing = await previewUnderPack([app("shop")], config);
  expect(failing.exitCode).not.toBe(0);
}, 60_000);

test("policy pack: partition-based sync is an advisory warning and does not fail", async () => {
  const run = await previewUnderPack([app("shop"), dataSource("main"), partitionSync]);
  expect(run.output).toMatch(/\[advisory\][^\n]*deprecated-partition-sync/);
  expect([run.exitCode, run.output]).toEqual([0, expect.anything()]);
}, 60_000);

test("policy pack: too many data sources in one app fail the preview", async () => {
  const config = { "data-sources-per-app": { enforcementLevel: "mandatory", maximum: 1 } };
  const run = await previewUnderPack([app("shop"), dataSource("main"), dataSource("other")], config);
  expect(run.exitCode).not.toBe(0);
  expect(run.output).toContain("at most 1 are allowed");
}, 60_000);
