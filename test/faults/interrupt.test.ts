import { type Client, createClient } from "@appstead/sdk";
import { PulumiStack, type Run } from "../harness/pulumi-stack";
import { type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { descendantsOf, type ProcessEntry, remainingOf } from "./processes";
import { expectedInventory, inventory, openDrafts, removeApps, smallApp } from "./small-app";

// Ctrl-C reaches the engine only: it starts its plugins in process groups of their own.

let server: TestServer;
let proxy: RecordingProxy;
let client: Client;
let runs = 0;

beforeAll(async () => {
  server = await startTestServer();
  proxy = await startRecordingProxy(server.url);
  client = createClient(server);
});

afterAll(async () => {
  await proxy?.close();
  await server?.close();
});

/** An update that was interrupted. */
interface Interrupted {
  readonly run: Run;
  /** Processes that the engine had started. */
  readonly children: readonly ProcessEntry[];
  readonly stack: PulumiStack;
  readonly appName: string;
}

/** Sends SIGINT to the engine, so many times, when the first request of this form arrives. */
async function interruptAt(
  request: RegExp,
  times: number,
  use: (interrupted: Interrupted) => Promise<void>,
): Promise<void> {
  const appName = `interrupted-${runs++}`;
  const stack = await PulumiStack.create({
    APPSTEAD_URL: proxy.url,
    APPSTEAD_GROUP_ID: server.groupId,
    APPSTEAD_PUBLIC_KEY: server.publicKey,
    APPSTEAD_PRIVATE_KEY: server.privateKey,
  });
  try {
    await stack.write(smallApp(appName));
    let engine = 0;
    let children: ProcessEntry[] | undefined;
    proxy.reset();
    proxy.decide = (_, { method, path }) => {
      if (!children && request.test(`${method} ${path}`)) {
        children = descendantsOf(engine);
        for (let k = 0; k < times; k++) setTimeout(() => process.kill(engine, "SIGINT"), 20 * k);
      }
      return "pass";
    };
    const run = await stack.up({
      onStart: pid => {
        engine = pid;
      },
    });
    if (!children) throw new Error(`no request ${request}:\n${run.output}`);
    await use({ run, children, stack, appName });
  } finally {
    proxy.reset();
    await removeApps(client, appName);
    await stack.remove();
  }
}

async function expectConvergence({ stack, appName }: Interrupted): Promise<void> {
  await stack.succeedUp();
  expect(await inventory(client, appName)).toEqual(expectedInventory(smallApp(appName)));
  expect(await openDrafts(client, appName)).toEqual([]);
  expect(await stack.preview()).toEqual([]);
}

test.each([
  ["the app is created", /^POST .*\/apps$/, ["App"]],
  ["the draft is written to", /^POST .*\/functions$/, ["App", "DataSource", "Function"]],
  ["the draft is deployed", /^POST .*\/deployment$/, ["App", "DataSource", "Function"]],
])(
  "ctrl-c when %s: what is under way ends and is recorded, and no draft stays",
  async (_, request, kinds) => {
    await interruptAt(request, 1, async interrupted => {
      const { run, children, stack, appName } = interrupted;
      expect(run.exitCode).not.toBe(0);
      expect(await openDrafts(client, appName)).toEqual([]);
      expect(await remainingOf(children, 10_000)).toEqual([]);
      const recorded = (await stack.state()).map(({ type }) => type.split(":").at(-1));
      expect(recorded).toEqual(expect.arrayContaining(kinds));
      // Everything on the service is in the state, but for what every app has.
      const own = (await inventory(client, appName)).filter(line => line !== "AuthProvider api-key");
      expect(own.map(line => line.split(" ")[0]).filter(kind => !recorded.includes(kind))).toEqual([]);
      await expectConvergence(interrupted);
    });
  },
  120_000,
);

test("ctrl-c twice: the engine gives up at once, the provider throws its draft away, and a cancel later the next update converges", async () => {
  await interruptAt(/^POST .*\/functions$/, 2, async interrupted => {
    const { run, children, stack, appName } = interrupted;
    expect(run.exitCode).not.toBe(0);
    const provider = children.filter(({ command }) => command.includes("dynamic-provider"));
    expect(await remainingOf(provider, 10_000)).toEqual([]);
    expect(await openDrafts(client, appName)).toEqual([]);
    await stack.succeed(["cancel", "--yes"]);
    await expectConvergence(interrupted);
  });
}, 120_000);
