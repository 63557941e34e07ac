import { createServer } from "node:net";
import { appKind, type Client, createClient } from "@appstead/sdk";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { DynamicHost, type Properties } from "./dynamic-host";

let server: TestServer;
let client: Client;
let appId: string;
let silentPort: number;
const hosts: DynamicHost[] = [];

beforeAll(async () => {
  server = await startTestServer();
  client = createClient(server);
  silentPort = await freePort();
  appId = (await client.endpoint(appKind).create({}, { name: "shop" }))._id;
});
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.stop()));
});
afterAll(() => server.close());

async function host(slug: string, more: Properties = {}): Promise<DynamicHost> {
  const { url, groupId, publicKey, privateKey } = server;
  const config = { url, groupId, publicKey, privateKey, ...more };
  const keyed = Object.fromEntries(
    Object.entries(config).map(([name, value]) => [`appstead:${name}`, value]),
  );
  const started = await DynamicHost.start(slug, keyed);
  hosts.push(started);
  return started;
}

/** Configuration of a service that does not answer. */
const nobody = () => ({ url: `http://127.0.0.1:${silentPort}` });

async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>(resolve => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  await new Promise(resolve => listener.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

const fn = (more: Properties = {}): Properties => ({
  appId,
  name: "f",
  private: false,
  source: "exports = () => 1;",
  ...more,
});
const resolver = (more: Properties = {}): Properties => ({ appId, onType: "Query", fieldName: "f", ...more });

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no error",
    (error: { details?: string }) => error.details ?? String(error),
  );
}

test.each([
  [
    "a wrong key pair",
    "function",
    () => ({ privateKey: "wrong" }),
    fn,
    /^cannot create the function "f": log-in refused by http.*check publicKey and privateKey$/,
  ],
  [
    "an unreachable service",
    "function",
    nobody,
    fn,
    /cannot reach the service at http:\/\/127\.0\.0\.1:\d+: ECONNREFUSED/,
  ],
  ["an unknown project", "function", () => ({ groupId: "5f0000000000000000000000" }), fn, /\(40[34] /],
  [
    "an unknown app",
    "function",
    () => ({}),
    () => fn({ appId: "5f0000000000000000000000" }),
    /app.*\(404 AppNotFound/,
  ],
  [
    "a url that is no address",
    "function",
    () => ({ url: "localhost" }),
    fn,
    /url: "localhost" is not an http or https address/,
  ],
  [
    "a reference to a function that is not there by name",
    "custom-resolver",
    () => ({}),
    () => resolver({ functionName: "nowhere" }),
    /nowhere/,
  ],
  [
    "a reference to a function that is not there by id",
    "custom-resolver",
    () => ({}),
    () => resolver({ functionId: "5f0000000000000000000000" }),
    /5f0000000000000000000000/,
  ],
  [
    "a source that is no JavaScript",
    "function",
    () => ({}),
    () => fn({ source: "exports = (" }),
    /cannot create the function "f": /,
  ],
])(
  "bad input: %s is one clear message, and nothing is left behind",
  async (_, slug, config, inputs, message) => {
    const started = await host(slug, config());
    const text = await messageOf(started.create(inputs()));
    expect(text).toMatch(message);
    expect(text).not.toMatch(/\n|\(.*:\d+:\d+\)|node_modules/);
    expect(started.stderr).toBe("");
    expect(await client.drafts.list(appId)).toEqual([]);
  },
);

test("bad input: no configuration at all fails the check, at the resource, with the four places", async () => {
  const started = await DynamicHost.start("function", {});
  hosts.push(started);
  const { failures } = await started.check({}, fn());
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatch(/appstead\.Provider.*pulumi config set.*APPSTEAD_URL.*credentials\.json/);
  expect(started.stderr).toBe("");
});

test("bad input: check names the argument and sends nothing to the service", async () => {
  const started = await host("function", nobody());
  const { failures } = await started.check({}, fn({ privat: true, source: 5 }));
  expect(failures).toEqual([
    expect.stringMatching(/^source: must be/),
    expect.stringMatching(/^privat: unknown property "privat", did you mean "private"\?/),
  ]);
});

test.each(["read", "delete"] as const)("bad input: a failing %s prints no stack", async method => {
  const started = await host("function", nobody());
  expect(await messageOf(started[method]("5f0000000000000000000000", fn()))).toMatch(
    /^cannot (read|delete) the function "f": cannot reach/,
  );
  expect(started.stderr).toBe(
    `appstead: cannot ${method} the function "f": see the message at the resource\n`,
  );
});

test("bad input: a draft of somebody else stops the deploy and stays", async () => {
  const draft = await client.drafts.create(appId);
  const started = await host("function");
  expect(await messageOf(started.create(fn()))).toMatch(
    /has a draft \(\w+\) that no deploy made.*appstead:staleDraft/,
  );
  expect((await client.drafts.list(appId)).map(one => one._id)).toEqual([draft._id]);
  await client.drafts.discard(appId, draft._id);
});

test("bad input: one bad object of many fails alone", async () => {
  const started = await host("custom-resolver");
  const functions = await host("function");
  await functions.create(fn({ name: "target" }));
  const good = resolver({ fieldName: "good", functionName: "target" });
  const results = await Promise.allSettled([
    started.create({ ...good, __key: "urn:pulumi:dev::shop::R::good" }),
    started.create(resolver({ fieldName: "bad", functionId: "5f0000000000000000000000" })),
  ]);
  expect(results.map(result => result.status)).toEqual(["fulfilled", "rejected"]);
});

test("interrupt: without an open draft the process ends at once and cleanly", async () => {
  const started = await host("function");
  const { id, outs } = await started.create(fn({ name: "brief" }));
  await started.delete(id, outs);
  expect(await started.stop("SIGINT")).toBe(0);
});

test("interrupt: an open draft is discarded before the process ends", async () => {
  const started = await host("function");
  const pending = messageOf(started.create(fn({ name: "late" })));
  while ((await client.drafts.list(appId)).length === 0) await new Promise(resolve => setTimeout(resolve, 5));
  await started.stop("SIGINT");
  await pending;
  expect(await client.drafts.list(appId)).toEqual([]);
});

test("interrupt: what a killed process left is cleared by the next one without waiting", async () => {
  const killed = await host("function");
  const pending = messageOf(killed.create(fn({ name: "lost" })));
  while ((await client.drafts.list(appId)).length === 0) await new Promise(resolve => setTimeout(resolve, 5));
  await killed.stop("SIGKILL");
  await pending;
  const next = await host("function");
  const { id, outs } = await next.create(fn({ name: "found" }));
  expect(next.stderr).toMatch(/discarded an unfinished draft/);
  await next.delete(id, outs);
});
