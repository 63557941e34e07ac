import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appKind, type Client, createClient } from "@appstead/sdk";
import { valueKind } from "@appstead/sdk/kinds/value";
import { PulumiStack, type ResourceSpec } from "../harness/pulumi-stack";
import { type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { startTestServer, type TestServer } from "../harness/server-harness";

// A user has at most one draft in an app. Whoever else needs it, and whatever is in it already.

const colleague = { publicKey: "colleague", privateKey: "7d9e0c55-8f0a-4f53-b0a8-3a4d1ce7a111" };

let dataDir: string;
let server: TestServer;
let proxy: RecordingProxy;
let client: Client;
let appId: string;
let stacks: PulumiStack[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "appstead-slot-"));
  // A service that is started with another pair adds it to those of its project.
  const earlier = await startTestServer({ dataDir, admin: colleague });
  await earlier.close();
  server = await startTestServer({ dataDir, admin: { groupId: earlier.groupId } });
  proxy = await startRecordingProxy(server.url);
  client = createClient(server);
});

afterAll(async () => {
  await proxy?.close();
  await server?.close();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  appId = (await client.endpoint(appKind).create({}, { name: "shared" }))._id;
  proxy.reset();
});

afterEach(async () => {
  await client.endpoint(appKind).delete({}, appId);
  await Promise.all(stacks.map(stack => stack.remove()));
  stacks = [];
});

async function newStack(): Promise<PulumiStack> {
  const stack = await PulumiStack.create({
    APPSTEAD_URL: proxy.url,
    APPSTEAD_GROUP_ID: server.groupId,
    APPSTEAD_PUBLIC_KEY: server.publicKey,
    APPSTEAD_PRIVATE_KEY: server.privateKey,
  });
  stacks.push(stack);
  return stack;
}

const valueEndpoint = (of: Client) => of.endpoint(valueKind);

const values = (prefix: string, count: number, options = {}): ResourceSpec[] =>
  Array.from({ length: count }, (_, k) => {
    const name = `${prefix}${k}`;
    return { kind: "Value", name, args: { appId, name, value: k }, options };
  });

async function names(): Promise<unknown[]> {
  return (await valueEndpoint(client).list({ appId })).map(({ name }) => name).sort();
}

const deployments = () => proxy.count("POST", /\/deployment$/);

test("draft slot: two processes of one update take turns", async () => {
  const stack = await newStack();
  const { groupId, publicKey, privateKey } = server;
  const other = { kind: "Provider", name: "other", args: { url: proxy.url, groupId, publicKey, privateKey } };
  await stack.write([other, ...values("a", 5), ...values("b", 5, { provider: "Provider:other" })]);
  await stack.succeedUp();
  expect(await names()).toHaveLength(10);
  expect(deployments()).toBe(2);
  expect(await client.drafts.list(appId)).toEqual([]);
  await stack.succeed(["destroy", "--yes", "--skip-preview"]);
  expect(await names()).toEqual([]);
}, 120_000);

test("draft slot: two updates of two stacks at the same time both succeed", async () => {
  const [one, two] = await Promise.all([newStack(), newStack()]);
  await Promise.all([one.write(values("a", 10)), two.write(values("b", 10))]);
  await Promise.all([one.succeedUp(), two.succeedUp()]);
  expect(await names()).toHaveLength(20);
  expect(await client.drafts.list(appId)).toEqual([]);
  expect([await one.preview(), await two.preview()]).toEqual([[], []]);
}, 120_000);

/** A draft as somebody makes it in a user interface, with one value in it. */
async function draftByHand(by: Client, name: string): Promise<string> {
  const draft = await by.drafts.create(appId);
  await valueEndpoint(by).create({ appId }, { name, value: "by hand" });
  return draft._id;
}

test("draft slot: a draft made by hand stops the update with an error that says what to do", async () => {
  const draft = await draftByHand(client, "precious");
  const stack = await newStack();
  await stack.write(values("a", 2));
  const refused = await stack.up();
  expect(refused.exitCode).not.toBe(0);
  expect(refused.output).toMatch(
    /cannot create the value "a\d": app \w+ has a draft \(\w+\) that no deploy made.*appstead:staleDraft to discard or adopt/,
  );
  expect((await client.drafts.list(appId)).map(({ _id }) => _id)).toEqual([draft]);
  await client.drafts.discard(appId, draft);
  await stack.succeedUp();
  expect(await names()).toEqual(["a0", "a1"]);
}, 120_000);

test.each([
  ["discard", ["a0", "a1"]],
  ["adopt", ["a0", "a1", "precious"]],
])(
  "draft slot: with staleDraft %s a draft made by hand does not stop it",
  async (choice, expected) => {
    await draftByHand(client, "precious");
    const stack = await newStack();
    await stack.write(values("a", 2));
    await stack.succeed(["config", "set", "appstead:staleDraft", choice]);
    await stack.succeedUp();
    expect(await names()).toEqual(expected);
    expect(await client.drafts.list(appId)).toEqual([]);
    expect(await stack.preview()).toEqual([]);
  },
  120_000,
);

test("draft slot: a draft of another user blocks nothing and stays", async () => {
  const other = createClient({ url: server.url, groupId: server.groupId, ...colleague });
  const draft = await draftByHand(other, "theirs");
  const stack = await newStack();
  await stack.write(values("a", 2));
  await stack.succeedUp();
  expect(await names()).toEqual(["a0", "a1"]);
  expect((await other.drafts.list(appId)).map(({ _id }) => _id)).toEqual([draft]);
  expect(await client.drafts.list(appId)).toEqual([]);
}, 120_000);

test("draft slot: a conflict with what another user has deployed names the object and changes nothing", async () => {
  const other = createClient({ url: server.url, groupId: server.groupId, ...colleague });
  const { _id } = await valueEndpoint(client).create({ appId }, { name: "contested", value: 1 });
  await client.drafts.create(appId);
  await valueEndpoint(client).update({ appId }, _id, { name: "contested", value: "ours" });
  await valueEndpoint(other).update({ appId }, _id, { name: "contested", value: "theirs" });
  const stack = await newStack();
  await stack.write(values("a", 1));
  await stack.succeed(["config", "set", "appstead:staleDraft", "adopt"]);
  const refused = await stack.up();
  expect(refused.exitCode).not.toBe(0);
  expect(refused.output).toMatch(/the deployment was refused and changed nothing: .*contested/);
  await stack.succeed(["config", "set", "appstead:staleDraft", "discard"]);
  await stack.succeedUp();
  expect(await names()).toEqual(["a0", "contested"]);
  expect(await valueEndpoint(client).read({ appId }, _id)).toMatchObject({ value: "theirs" });
}, 120_000);
