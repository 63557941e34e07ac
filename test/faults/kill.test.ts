import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@appstead/sdk";
import { PulumiStack, type Run } from "../harness/pulumi-stack";
import { type Passed, type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { descendantsOf, type ProcessEntry, providerProcessOf, remainingOf } from "./processes";
import { admin, ServiceProcess } from "./service-process";
import { expectedInventory, inventory, openDrafts, removeApps, smallApp } from "./small-app";

// Every process that takes part in an update is killed in the middle of it. One more update converges.

let dataDir: string;
let service: ServiceProcess;
let proxy: RecordingProxy;
let client: Client;
let runs = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "appstead-kill-"));
  service = new ServiceProcess(dataDir);
  await service.start();
  proxy = await startRecordingProxy(service.url);
  client = createClient({ url: service.url, ...admin });
});

afterAll(async () => {
  await proxy?.close();
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Moments of an update: when the first (or so many-th) request of this form arrives. */
const moments: readonly [moment: string, request: RegExp, nth: number][] = [
  ["the app is created", /^POST .*\/apps$/, 1],
  ["the draft is made", /^POST .*\/drafts$/, 1],
  ["the draft is written to", /^POST .*\/(services|functions|values)$/, 2],
  ["the draft is deployed", /^POST .*\/deployment$/, 1],
  ["the deployment is waited for", /^GET .*\/deployments\/\w+$/, 1],
  ["the second draft is written to", /^POST .*\/(rules|triggers)$/, 2],
];

/** Those at which it makes a difference for a process of the deploy. */
const momentsOfDeploy = moments.filter(([moment]) => !/is made|is waited for/.test(moment));

function at([, request, nth]: (typeof moments)[number], act: () => void): RecordingProxy["decide"] {
  let seen = 0;
  return (_, { method, path }: Passed) => {
    if (request.test(`${method} ${path}`) && ++seen === nth) act();
    return "pass";
  };
}

interface World {
  readonly stack: PulumiStack;
  readonly appName: string;
}

async function withWorld(use: (world: World) => Promise<void>): Promise<void> {
  const appName = `killed-${runs++}`;
  const stack = await PulumiStack.create({
    APPSTEAD_URL: proxy.url,
    APPSTEAD_GROUP_ID: admin.groupId,
    APPSTEAD_PUBLIC_KEY: admin.publicKey,
    APPSTEAD_PRIVATE_KEY: admin.privateKey,
  });
  try {
    await stack.write(smallApp(appName));
    await use({ stack, appName });
  } finally {
    proxy.reset();
    await removeApps(client, appName);
    await stack.remove();
  }
}

/** One more update, and everything is as if nothing had happened. */
async function expectConvergence({ stack, appName }: World): Promise<void> {
  proxy.reset();
  await stack.succeedUp();
  expect(await inventory(client, appName)).toEqual(expectedInventory(smallApp(appName)));
  expect(await openDrafts(client, appName)).toEqual([]);
  expect(await stack.preview()).toEqual([]);
}

/** No stack trace and no path of ours; the error of Pulumi's own host names its own files. */
function expectClear({ output }: Run): void {
  expect(output).not.toMatch(/^\s+at .*(provider|sdk)\/dist/m);
  expect(output).not.toContain(admin.privateKey);
}

test.each(moments)(
  "kill -9 of the service when %s: it starts again, and the next update converges",
  async (...moment) => {
    await withWorld(async world => {
      let restarted: Promise<void> | undefined;
      proxy.decide = at(moment, () => {
        restarted = service.kill().then(() => service.start());
      });
      const first = await world.stack.up();
      await restarted;
      expect(restarted).toBeDefined();
      expectClear(first);
      await expectConvergence(world);
    });
  },
  120_000,
);

test("kill -9 of the service: without it the update ends with an error at the resource", async () => {
  await withWorld(async world => {
    let killed: Promise<void> | undefined;
    proxy.decide = at(["", /^POST .*\/functions$/, 1], () => {
      killed = service.kill();
    });
    const first = await world.stack.up();
    await killed;
    await service.start();
    expect(first.exitCode).not.toBe(0);
    expect(first.output).toMatch(/cannot create the function "greet": cannot reach the service at/);
    expectClear(first);
    await expectConvergence(world);
  });
}, 120_000);

test.each(momentsOfDeploy)(
  "kill -9 of the provider's process when %s: the next update converges",
  async (...moment) => {
    await withWorld(async world => {
      let engine = 0;
      proxy.decide = at(moment, () => process.kill(providerProcessOf(engine), "SIGKILL"));
      const first = await world.stack.up({
        onStart: pid => {
          engine = pid;
        },
      });
      expect(first.exitCode).not.toBe(0);
      expectClear(first);
      await expectConvergence(world);
    });
  },
  120_000,
);

/** Pulumi's language host looks only every few minutes whether its engine is there, and then ends. */
const isLanguageHost = (command: string) => /pulumi-language-\w+/.test(command);

test.each(momentsOfDeploy)(
  "kill -9 of the engine when %s: the provider's process ends, and after a cancel the next update converges",
  async (...moment) => {
    await withWorld(async world => {
      let engine = 0;
      let hosts: ProcessEntry[] = [];
      let others: ProcessEntry[] = [];
      proxy.decide = at(moment, () => {
        const children = descendantsOf(engine);
        hosts = children.filter(({ command }) => isLanguageHost(command));
        others = children.filter(({ command }) => !isLanguageHost(command));
        process.kill(engine, "SIGKILL");
      });
      await world.stack.up({
        onStart: pid => {
          engine = pid;
        },
      });
      for (const { pid } of hosts) process.kill(pid);
      expect(others.some(({ command }) => command.includes("dynamic-provider"))).toBe(true);
      expect(await remainingOf(others, 10_000)).toEqual([]);
      await world.stack.succeed(["cancel", "--yes"]);
      await expectConvergence(world);
      await world.stack.succeed(["refresh", "--yes", "--skip-preview", "--clear-pending-creates"]);
      expect(await world.stack.stateText()).not.toContain("pending_operations");
    });
  },
  120_000,
);
