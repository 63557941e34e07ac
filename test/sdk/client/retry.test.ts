import { createClient, functionKind, TimeoutError } from "@appstead/sdk";
import { type Reply, type Seen, startTestService, tokenUntil } from "./test-service";

let stop: (() => Promise<void>) | undefined;

afterEach(async () => {
  await stop?.();
  stop = undefined;
});

/** A client whose log-in works; `reply` answers everything else. */
async function serve(reply: (seen: Seen, count: number) => Reply, options: { timeoutMs?: number } = {}) {
  let count = 0;
  const service = await startTestService(seen => {
    if (!seen.path.endsWith("/login")) return reply(seen, ++count);
    return { status: 200, body: { access_token: tokenUntil(Date.now() + 1_800_000), refresh_token: "r" } };
  });
  stop = service.close;
  const client = createClient({
    url: service.url,
    publicKey: "p",
    privateKey: "s",
    groupId: "g1",
    retries: 1,
    ...options,
  });
  return { service, client, calls: () => count };
}

const inputs = { name: "f", private: false, source: "exports = () => 1;" };
const broken: Reply = res => res.destroy();

test.each([
  [
    "GET",
    2,
    (c: Awaited<ReturnType<typeof serve>>["client"]) => c.endpoint(functionKind).read({ appId: "a" }, "1"),
  ],
  [
    "PUT",
    2,
    (c: Awaited<ReturnType<typeof serve>>["client"]) =>
      c.endpoint(functionKind).update({ appId: "a" }, "1", inputs),
  ],
  [
    "DELETE",
    2,
    (c: Awaited<ReturnType<typeof serve>>["client"]) => c.endpoint(functionKind).delete({ appId: "a" }, "1"),
  ],
  [
    "POST",
    1,
    (c: Awaited<ReturnType<typeof serve>>["client"]) =>
      c.endpoint(functionKind).create({ appId: "a" }, inputs),
  ],
  [
    "POST with an idempotency key",
    2,
    (c: Awaited<ReturnType<typeof serve>>["client"]) =>
      c.endpoint(functionKind).create({ appId: "a" }, inputs, { idempotencyKey: "k" }),
  ],
] as const)("retry: a broken connection repeats %s %i time(s) in all", async (_, times, call) => {
  const { client, calls } = await serve(() => broken);
  await expect(call(client)).rejects.toMatchObject({ name: "ConnectionError", unsent: false });
  expect(calls()).toBe(times);
});

test("retry: 429 with Retry-After is repeated whatever the method, because nothing was done", async () => {
  const busy: Reply = { status: 429, body: { error: "too many requests" }, headers: { "retry-after": "0" } };
  const made: Reply = {
    status: 201,
    body: { _id: "1", ...inputs },
    headers: { "preference-applied": "return=representation" },
  };
  const { client, calls } = await serve((_, count) => (count === 1 ? busy : made));
  expect(await client.endpoint(functionKind).create({ appId: "a" }, inputs)).toMatchObject({ _id: "1" });
  expect(calls()).toBe(2);
});

test("retry: 503 with Retry-After is repeated for a GET and then succeeds", async () => {
  const { client, calls } = await serve((_, count) =>
    count === 1
      ? { status: 503, body: { error: "busy" }, headers: { "retry-after": "0" } }
      : { status: 200, body: { _id: "1", ...inputs, last_modified: 7, brand_new_key: true } },
  );
  const record = await client.endpoint(functionKind).read({ appId: "a" }, "1");
  expect(record).toEqual({ _id: "1", ...inputs, last_modified: 7 });
  expect(calls()).toBe(2);
});

test("retry: an answer that breaks off is repeated for a GET", async () => {
  const { client, calls } = await serve((_, count) =>
    count === 1
      ? res => {
          res.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
          res.write('{"_id":"1"', () => res.destroy());
        }
      : { status: 200, body: { _id: "1", ...inputs } },
  );
  expect(await client.endpoint(functionKind).read({ appId: "a" }, "1")).toMatchObject(inputs);
  expect(calls()).toBe(2);
});

test("retry: a service that asks for more time than we wait gets no second request", async () => {
  const { client, calls } = await serve(() => ({
    status: 429,
    body: { error: "too many failed log-ins" },
    headers: { "retry-after": "300" },
  }));
  await expect(client.endpoint(functionKind).read({ appId: "a" }, "1")).rejects.toMatchObject({
    status: 429,
    detail: "too many failed log-ins",
  });
  expect(calls()).toBe(1);
});

test("retry: 400 is not repeated", async () => {
  const { client, calls } = await serve(() => ({
    status: 400,
    body: { error: "name: no", error_code: "InvalidParameter" },
  }));
  await expect(client.endpoint(functionKind).update({ appId: "a" }, "1", inputs)).rejects.toMatchObject({
    status: 400,
  });
  expect(calls()).toBe(1);
});

test("timeout: a silent service gives a TimeoutError that names the call", async () => {
  const { client } = await serve(() => () => undefined, { timeoutMs: 200 });
  const error = await client
    .endpoint(functionKind)
    .create({ appId: "a" }, inputs)
    .catch((e: unknown) => e);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ method: "POST", path: "/groups/g1/apps/a/functions", timeoutMs: 200 });
});

test("timeout: an answer that never ends gives a TimeoutError", async () => {
  const begun: Reply = res => {
    res.writeHead(200, { "content-type": "application/json" });
    res.write('{"_id":');
  };
  const { client } = await serve(() => begun, { timeoutMs: 200 });
  await expect(client.endpoint(functionKind).read({ appId: "a" }, "1")).rejects.toBeInstanceOf(TimeoutError);
});

test("abort: a signal ends a call", async () => {
  const { client } = await serve(() => () => undefined);
  const controller = new AbortController();
  const call = client.endpoint(functionKind).read({ appId: "a" }, "1", { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
});

test("endpoint: create re-reads where the service answers with a summary", async () => {
  const { client, service } = await serve(seen =>
    seen.method === "POST"
      ? { status: 201, body: { _id: "1", name: "f" } }
      : { status: 200, body: { _id: "1", ...inputs } },
  );
  const record = await client.endpoint(functionKind).create({ appId: "a" }, inputs, { idempotencyKey: "k1" });
  expect(record.source).toBe(inputs.source);
  const post = service.seen.find(seen => seen.method === "POST" && seen.path.endsWith("/functions"));
  expect(post?.headers).toMatchObject({ "idempotency-key": "k1", prefer: "return=representation" });
});

test("endpoint: create takes the record from the answer where the service sends it", async () => {
  const { client, calls } = await serve(() => ({
    status: 201,
    body: { _id: "1", ...inputs },
    headers: { "preference-applied": "return=representation" },
  }));
  expect((await client.endpoint(functionKind).create({ appId: "a" }, inputs))._id).toBe("1");
  expect(calls()).toBe(1);
});

test("endpoint: an empty path parameter is refused before anything is sent", async () => {
  const { client, calls } = await serve(() => ({ status: 200, body: [] }));
  await expect(client.endpoint(functionKind).list({ appId: "" })).rejects.toThrow("appId is required");
  expect(calls()).toBe(0);
});
