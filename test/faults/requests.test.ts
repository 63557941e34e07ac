import { type Client, createClient } from "@appstead/sdk";
import type { ResourceSpec } from "../harness/pulumi-stack";
import { type Fate, type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { editedApp, expectedInventory, inventory, openDrafts, removeApps, smallApp } from "./small-app";
import { SmallEngine } from "./small-engine";

// Every request of an update is spoilt in every way. Whatever comes of it, the next update converges.

type Phase = "create" | "update" | "destroy";

/** Updates that run at the same time; each has an app, a stack and a way to the service of its own. */
const concurrency = 12;
/** More than the attempts that one request gets. */
const stubborn = 6;

let server: TestServer;
let client: Client;
let runs = 0;

beforeAll(async () => {
  server = await startTestServer();
  client = createClient(server);
});

afterAll(() => server?.close());

/** One app, its stack, and a proxy that is used by nobody else. */
interface World {
  readonly appName: string;
  readonly engine: SmallEngine;
  readonly proxy: RecordingProxy;
}

async function withWorld<T>(use: (world: World) => Promise<T>): Promise<T> {
  const proxy = await startRecordingProxy(server.url);
  const appName = `spoilt-${runs++}`;
  const engine = new SmallEngine(appName, {
    "appstead:url": proxy.url,
    "appstead:groupId": server.groupId,
    "appstead:publicKey": server.publicKey,
    "appstead:privateKey": server.privateKey,
  });
  try {
    return await use({ appName, engine, proxy });
  } finally {
    await proxy.close();
    await removeApps(client, appName);
  }
}

/** Brings the world to where the phase begins; the result runs the phase. */
async function prepare({ appName, engine }: World, phase: Phase): Promise<() => Promise<string[]>> {
  if (phase === "create") return () => engine.up(smallApp(appName));
  expect(await engine.up(smallApp(appName))).toEqual([]);
  return phase === "update" ? () => engine.up(editedApp(appName)) : () => engine.destroy();
}

async function countRequests(phase: Phase): Promise<number> {
  return withWorld(async world => {
    const run = await prepare(world, phase);
    world.proxy.reset();
    expect(await run()).toEqual([]);
    return world.proxy.passed.length;
  });
}

/** Spoils request k, and with `times` also those that repeat it; the messages of what failed. */
async function spoil(world: World, phase: Phase, k: number, fate: Fate, times: number): Promise<string[]> {
  const run = await prepare(world, phase);
  let line: string | undefined;
  let left = times;
  world.proxy.reset();
  world.proxy.decide = (index, { method, path }) => {
    if (index === k) line = `${method} ${path}`;
    return line === `${method} ${path}` && left-- > 0 ? fate : "pass";
  };
  const failures = await run();
  expect(line).toBeDefined();
  world.proxy.reset();
  return failures;
}

/** What is wrong with a world after its next update. */
async function faultsAfter({ appName, engine }: World, phase: Phase): Promise<unknown> {
  const specs: ResourceSpec[] = phase === "update" ? editedApp(appName) : smallApp(appName);
  const failures = phase === "destroy" ? await engine.destroy() : await engine.up(specs);
  const found = await inventory(client, appName);
  const wanted = phase === "destroy" ? [] : expectedInventory(specs);
  return {
    failures,
    preview: phase === "destroy" ? [] : await engine.preview(specs),
    drafts: await openDrafts(client, appName),
    missing: wanted.filter(line => !found.includes(line)),
    superfluous: found.filter((line, index) => !wanted.includes(line) || found.indexOf(line) !== index),
  };
}

const converged = { failures: [], preview: [], drafts: [], missing: [], superfluous: [] };

function expectClear(message: string): void {
  expect(message).toMatch(/^cannot (create|update|delete|read) the .+: /);
  expect(message).not.toMatch(/unexpected failure|\n|node_modules|\.[jt]s\b|undefined|\[object/);
  expect(message).not.toContain(server.privateKey);
}

async function everyRequest(phase: Phase, visit: (k: number) => Promise<void>): Promise<void> {
  const waiting = Array.from({ length: await countRequests(phase) }, (_, k) => k);
  const work = async () => {
    for (let k = waiting.shift(); k !== undefined; k = waiting.shift()) await visit(k);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

const phases: readonly Phase[] = ["create", "update", "destroy"];
const fates: readonly [fate: Fate, words: string, times: number][] = [
  ["refuse", "refused once", 1],
  ["lose", "done once, and its answer lost", 1],
  ["fail", "answered with 503 once", 1],
  ["cut", "done once, and its answer cut off", 1],
  ["lose", "done, and its answer lost again and again", stubborn],
  ["fail", "answered with 503 again and again", stubborn],
];

describe.each(phases)("spoilt requests of a %s", phase => {
  test.each(fates)(
    "%s: every request is %s, and the next update converges",
    async (fate, _, times) => {
      await everyRequest(phase, k =>
        withWorld(async world => {
          const failures = await spoil(world, phase, k, fate, times);
          for (const message of failures) expectClear(message);
          const faults = await faultsAfter(world, phase);
          expect({ k, first: failures, faults }).toEqual({ k, first: failures, faults: converged });
        }),
      );
    },
    180_000,
  );
});
