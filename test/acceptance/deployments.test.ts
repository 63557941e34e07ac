import { availableParallelism } from "node:os";
import { PulumiStack, type ResourceSpec } from "../harness/pulumi-stack";
import { type Passed, type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { startTestServer, type TestServer } from "../harness/server-harness";

// Deployments of an update: for every level of creates and updates, and for every level of deletes, the number of
// changed resources divided by the engine's parallelism, rounded up. App and Secret are outside of drafts.

let server: TestServer;
let proxy: RecordingProxy;

beforeAll(async () => {
  server = await startTestServer();
  proxy = await startRecordingProxy(server.url);
});

afterAll(async () => {
  await proxy?.close();
  await server?.close();
});

/** Requests by what they are for. */
interface Tally {
  logins: number;
  drafts: number;
  writes: number;
  reads: number;
  deployments: number;
  polls: number;
}

const purposes: readonly [keyof Tally, RegExp][] = [
  ["logins", /^POST \/auth\//],
  ["drafts", /^POST .*\/drafts$/],
  ["deployments", /^POST .*\/drafts\/\w+\/deployment$/],
  ["polls", /^GET .*\/deployments\/\w+$/],
  ["writes", /^(POST|PUT|PATCH|DELETE) /],
  ["reads", /^GET /],
];

function tallyOf(passed: readonly Passed[]): Tally {
  const tally: Tally = { logins: 0, drafts: 0, writes: 0, reads: 0, deployments: 0, polls: 0 };
  for (const { method, path } of passed) {
    const purpose = purposes.find(([, pattern]) => pattern.test(`${method} ${path}`));
    if (purpose) tally[purpose[0]]++;
  }
  return tally;
}

/** Requests of an update that is grouped perfectly: nothing is asked or written twice. */
function perfect(deployments: number, writes: number): Tally {
  return { logins: 1, drafts: deployments, writes, reads: 0, deployments, polls: deployments };
}

/** Runs one command of the engine and counts its requests. */
async function requestsOf(command: () => Promise<unknown>): Promise<Tally> {
  proxy.reset();
  await command();
  return tallyOf(proxy.passed);
}

/** A stack of its own, destroyed at the end. */
async function withStack(env: Record<string, string>, use: (stack: PulumiStack) => Promise<void>) {
  const stack = await PulumiStack.create({
    APPSTEAD_URL: proxy.url,
    APPSTEAD_GROUP_ID: server.groupId,
    APPSTEAD_PUBLIC_KEY: server.publicKey,
    APPSTEAD_PRIVATE_KEY: server.privateKey,
    ...env,
  });
  try {
    await use(stack);
    await stack.succeed(["destroy", "--yes", "--skip-preview"]);
  } finally {
    await stack.remove();
  }
}

const app = (name: string): ResourceSpec => ({ kind: "App", name: "app", args: { name } });

function many(
  count: number,
  make: (k: number) => Omit<ResourceSpec, "name">,
  prefix: string,
): ResourceSpec[] {
  return Array.from({ length: count }, (_, k) => {
    const { kind, args, options } = make(k);
    const name = `${prefix}${k}`;
    return { kind, name, args: { appId: "<App:app>", name, ...args }, ...(options ? { options } : {}) };
  });
}

const values = (count: number, at: (k: number) => unknown, options = {}) =>
  many(count, k => ({ kind: "Value", args: { value: at(k) }, options }), "v");
const functions = (count: number) =>
  many(count, () => ({ kind: "Function", args: { private: false, source: "exports = () => 1;\n" } }), "f");
const triggers = (count: number) =>
  many(
    count,
    k => ({
      kind: "Trigger",
      args: { type: "SCHEDULED", functionId: `<Function:f${k}>`, config: { schedule: "0 8 * * *" } },
    }),
    "t",
  );

test("deployments: a level of 30 is one draft and one deployment, and so is an update of 20 of them", async () => {
  await withStack({}, async stack => {
    const first = [app("level"), ...values(30, k => k)];
    await stack.write(first);
    expect(await requestsOf(() => stack.succeedUp())).toEqual(perfect(1, 31));

    expect(await requestsOf(() => stack.succeedUp())).toEqual({ ...perfect(0, 0), logins: 0 });

    await stack.write([app("level"), ...values(30, k => (k < 20 ? `new ${k}` : k))]);
    expect(await requestsOf(() => stack.succeedUp())).toEqual(perfect(1, 20));

    const destroy = () => stack.succeed(["destroy", "--yes", "--skip-preview"]);
    expect(await requestsOf(destroy)).toEqual(perfect(1, 31));
  });
}, 180_000);

test("deployments: apps and secrets are outside of drafts", async () => {
  await withStack({}, async stack => {
    const secrets = many(5, k => ({ kind: "Secret", args: { value: `s-${k}` } }), "s");
    await stack.write([app("secrets"), ...secrets]);
    expect(await requestsOf(() => stack.succeedUp())).toMatchObject({ drafts: 0, deployments: 0, writes: 6 });
  });
}, 120_000);

test("deployments: every level of creates and of deletes is one", async () => {
  await withStack({}, async stack => {
    const afterTriggers = { dependsOn: ["Trigger:t0", "Trigger:t1", "Trigger:t2", "Trigger:t3"] };
    const threeLevels = [...functions(5), ...triggers(4), ...values(3, k => k, afterTriggers)];
    await stack.write([app("levels"), ...threeLevels]);
    expect(await requestsOf(() => stack.succeedUp())).toEqual(perfect(3, 13));

    // Two levels of deletes (values, then triggers) after one of updates and creates.
    const edited = functions(7).map(spec => ({ ...spec, args: { ...spec.args, private: true } }));
    await stack.write([app("levels"), ...edited]);
    expect(await requestsOf(() => stack.succeedUp())).toEqual(perfect(3, 14));

    await stack.write([app("levels"), ...functions(7), ...triggers(4), ...values(3, k => k, afterTriggers)]);
    await stack.succeedUp();
    const destroy = () => stack.succeed(["destroy", "--yes", "--skip-preview"]);
    expect(await requestsOf(destroy)).toEqual(perfect(3, 15));
  });
}, 240_000);

test("deployments: with the engine's default parallelism a level takes as many as its workers need rounds", async () => {
  const workers = 4 * availableParallelism();
  const count = 2 * workers + 4;
  await withStack({ PULUMI_PARALLEL: "" }, async stack => {
    await stack.write([app("default"), ...values(count, k => k)]);
    expect(await requestsOf(() => stack.succeedUp())).toEqual(perfect(3, count + 1));

    await stack.write([app("default"), ...values(count, k => `new ${k}`)]);
    expect(await requestsOf(() => stack.succeedUp())).toEqual(perfect(3, count));

    const destroy = () => stack.succeed(["destroy", "--yes", "--skip-preview"]);
    expect(await requestsOf(destroy)).toEqual(perfect(3, count + 1));
  });
}, 240_000);
