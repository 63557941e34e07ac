import { appKind, type Client, createClient, functionKind } from "@appstead/sdk";
import { type Fate, type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { DynamicHost, type Properties } from "./dynamic-host";

const fates: readonly Fate[] = ["refuse", "lose", "fail", "cut"];

let server: TestServer;
let proxy: RecordingProxy;
let client: Client;
let appId: string;
let host: DynamicHost;

beforeAll(async () => {
  server = await startTestServer();
  proxy = await startRecordingProxy(server.url);
  client = createClient(server);
  appId = (await client.endpoint(appKind).create({}, { name: "shop" }))._id;
  const { groupId, publicKey, privateKey } = server;
  const config = { url: proxy.url, groupId, publicKey, privateKey };
  const keyed = Object.entries(config).map(([name, value]) => [`appstead:${name}`, value]);
  host = await DynamicHost.start("function", Object.fromEntries(keyed));
});
afterAll(async () => {
  await host?.stop();
  await proxy?.close();
  await server?.close();
});

const fn = (source: string): Properties => ({
  ...{ appId, name: "f", private: false, source },
  __key: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/appstead:Function::f",
});

/** Does something again, as the next `pulumi up` would, until it succeeds; the number of failures. */
async function converge<T>(work: () => Promise<T>): Promise<{ result: T; failures: string[] }> {
  const failures: string[] = [];
  for (;;) {
    try {
      return { result: await work(), failures };
    } catch (error) {
      failures.push((error as { details: string }).details);
      if (failures.length > 3) throw error;
    }
  }
}

/** Spoils one request and returns whether there was such a request. */
async function withFault<T>(index: number, fate: Fate, work: () => Promise<T>) {
  proxy.reset();
  let hit = false;
  proxy.decide = current => {
    if (current !== index) return "pass";
    hit = true;
    return fate;
  };
  const { result, failures } = await converge(work);
  proxy.reset();
  return { result, failures, hit };
}

async function expectOnly(source: string | undefined): Promise<void> {
  const list = await client.endpoint(functionKind).list({ appId });
  expect(list.map(item => item.name)).toEqual(source === undefined ? [] : ["f"]);
  const id = list[0]?._id;
  if (id !== undefined)
    expect(await client.endpoint(functionKind).read({ appId }, id)).toMatchObject({ source });
  expect(await client.drafts.list(appId)).toEqual([]);
}

test.each(fates)(
  "faults: whichever request meets the fate `%s`, the next attempt converges",
  async fate => {
    const told: string[] = [];
    for (let index = 0, hit = true; hit; index++) {
      const created = await withFault(index, fate, () => host.create(fn("exports = () => 1;")));
      await expectOnly("exports = () => 1;");
      const { id, outs } = created.result;
      const updated = await withFault(index, fate, () => host.update(id, outs, fn("exports = () => 2;")));
      await expectOnly("exports = () => 2;");
      const deleted = await withFault(index, fate, () => host.delete(id, outs));
      await expectOnly(undefined);
      hit = created.hit || updated.hit || deleted.hit;
      told.push(...created.failures, ...updated.failures, ...deleted.failures);
    }
    for (const message of told) expect(message).toMatch(/^cannot (create|update|delete) the function "f": /);
  },
  180_000,
);
