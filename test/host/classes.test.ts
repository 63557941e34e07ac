import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { appKind, type Client, createClient, functionKind } from "@appstead/sdk";
import { z } from "zod";
import { PulumiStack } from "../harness/pulumi-stack";
import { startTestServer, type TestServer } from "../harness/server-harness";

const resourceSchema = z.object({
  type: z.string(),
  inputs: z.object({ __key: z.string().optional() }).optional(),
  sourcePosition: z.string().optional(),
  stackTrace: z.array(z.object({ sourcePosition: z.string().optional() })).optional(),
});
const stateSchema = z.object({ deployment: z.object({ resources: z.array(resourceSchema) }) });

// The classes run inside a real engine; the tests deploy one program after the other.

let server: TestServer;
let client: Client;
let stack: PulumiStack;

beforeAll(async () => {
  server = await startTestServer();
  client = createClient(server);
  stack = await PulumiStack.create(
    {
      SERVICE_URL: server.url,
      SERVICE_GROUP_ID: server.groupId,
      SERVICE_PUBLIC_KEY: server.publicKey,
      SERVICE_PRIVATE_KEY: server.privateKey,
    },
    "classes",
  );
  const program = JSON.stringify(require.resolve("./classes/index.js"));
  await writeFile(join(stack.dir, "index.js"), `module.exports = require(${program});\n`);
}, 120_000);
afterAll(async () => {
  await stack?.remove();
  await server?.close();
});

const step = (name: string) => ({ env: { STEP: name } });

async function functionNames(): Promise<string[]> {
  const app = await client.endpoint(appKind).find({}, ["classes"]);
  const list = await client.endpoint(functionKind).list({ appId: app?._id ?? "" });
  return list.map(item => String(item.name)).sort();
}

test("classes: an explicit provider, components and equal names in them are deployed", async () => {
  const run = await stack.succeedUp(step("first"));
  expect(await functionNames()).toEqual(["greet", "hello/greet"]);
  expect(run.output).toMatch(
    /warning: partition-based sync is deprecated; use a flexible sync configuration/,
  );
  expect(await stack.preview(step("first"))).toEqual([]);
});

test("classes: credentials and secret arguments are not in the state in clear", async () => {
  const text = await stack.stateText();
  expect(text).not.toContain(server.privateKey);
  expect(text).not.toContain("not-marked-as-secret");
  expect(text).toContain(server.publicKey);
});

test("classes: the state knows the line of the program, and keeps no line of the classes", async () => {
  const { deployment } = stateSchema.parse(JSON.parse(await stack.stateText()));
  const ours = deployment.resources.filter(resource => resource.type.includes("appstead:"));
  expect(ours.length).toBeGreaterThan(3);
  const frames = (ours[0]?.stackTrace ?? []).map(frame => frame.sourcePosition);
  for (const { sourcePosition } of ours) expect(sourcePosition).toMatch(/host\/classes\/index.js/);
  expect(frames.join()).not.toMatch(/provider\/(src|dist)/);
  // The engine writes the whole state anew for every resource, so no frame is kept that helps nobody.
  expect(frames.length).toBeLessThan(8);
  expect(new Set(ours.map(resource => resource.inputs?.__key)).size).toBe(ours.length);
});

test("classes: ignoreChanges holds back a change", async () => {
  expect(await stack.preview(step("edited"))).toEqual([]);
});

test("classes: an alias renames a resource without touching the object", async () => {
  expect(await stack.preview(step("renamed"))).toEqual([]);
  await stack.succeedUp(step("renamed"));
  expect(await functionNames()).toEqual(["greet", "hello/greet"]);
});

test("classes: wrong arguments are one message at the resource, without a stack", async () => {
  const run = await stack.up(step("broken"));
  expect(run.exitCode).not.toBe(0);
  expect(run.output).toMatch(/'bad'.*privat: unknown property "privat", did you mean "private"\?/);
  expect(run.output).not.toMatch(/provider.dist|node_modules.@appstead/);
});

test("classes: destroy removes everything", async () => {
  await stack.succeed(["destroy", "--yes", "--skip-preview"], step("renamed"));
  expect(await client.endpoint(appKind).list({})).toEqual([]);
});
