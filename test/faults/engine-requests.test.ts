import { type Client, createClient } from "@appstead/sdk";
import { PulumiStack, type ResourceSpec, type Run } from "../harness/pulumi-stack";
import { type Fate, type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { editedApp, expectedInventory, inventory, openDrafts, smallApp } from "./small-app";

// A sample of what requests.test.ts does with every request, here on the real engine: what its user sees.

/** More than the attempts that one request gets. */
const stubborn = 6;
const fates: readonly Fate[] = ["fail", "lose", "refuse", "cut"];

let server: TestServer;
let proxy: RecordingProxy;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  proxy = await startRecordingProxy(server.url);
  client = createClient(server);
});

afterAll(async () => {
  await proxy?.close();
  await server?.close();
});

/** Runs a command of which one request is spoilt, together with those that repeat it. */
async function spoilt(k: number, fate: Fate, command: () => Promise<Run>): Promise<Run> {
  let line: string | undefined;
  let left = stubborn;
  proxy.reset();
  proxy.decide = (index, { method, path }) => {
    if (index === k) line = `${method} ${path}`;
    return line === `${method} ${path}` && left-- > 0 ? fate : "pass";
  };
  const run = await command();
  proxy.reset();
  expect(line).toBeDefined();
  expectClear(run);
  return run;
}

/** A failure is said at a resource, in words, without a stack and without a file of ours. */
function expectClear({ exitCode, output }: Run): void {
  if (exitCode !== 0) expect(output).toMatch(/error: .*cannot (create|update|delete|read) the /);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toMatch(/(provider|sdk)\/(dist|src)\//);
  expect(output).not.toContain("unexpected failure");
  expect(output).not.toContain(server.privateKey);
}

async function expectConverged(stack: PulumiStack, appName: string, specs: ResourceSpec[]): Promise<void> {
  expect(await inventory(client, appName)).toEqual(expectedInventory(specs));
  expect(await openDrafts(client, appName)).toEqual([]);
  expect(await stack.preview()).toEqual([]);
}

test.each([
  [1, 2],
  [6, 5],
  [11, 8],
])(
  "requests %i of a create and %i of an update and a destroy are spoilt: the error is clear, and the next update converges",
  async (ofCreate, ofOthers) => {
    const appName = `spoilt-${ofCreate}`;
    const fate = (offset: number) => fates[(ofCreate + offset) % fates.length] ?? "fail";
    const stack = await PulumiStack.create({
      APPSTEAD_URL: proxy.url,
      APPSTEAD_GROUP_ID: server.groupId,
      APPSTEAD_PUBLIC_KEY: server.publicKey,
      APPSTEAD_PRIVATE_KEY: server.privateKey,
    });
    try {
      await stack.write(smallApp(appName));
      await spoilt(ofCreate, fate(0), () => stack.up());
      await stack.succeedUp();
      await expectConverged(stack, appName, smallApp(appName));

      await stack.write(editedApp(appName));
      await spoilt(ofOthers, fate(1), () => stack.up());
      await stack.succeedUp();
      await expectConverged(stack, appName, editedApp(appName));

      const destroy = ["destroy", "--yes", "--skip-preview"];
      await spoilt(ofOthers, fate(2), () => stack.run(destroy));
      await stack.succeed(destroy);
      expect(await inventory(client, appName)).toEqual([]);
    } finally {
      await stack.remove();
    }
  },
  180_000,
);
