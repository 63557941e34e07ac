import { inspect } from "node:util";
import {
  ApiError,
  AppsteadError,
  AuthenticationError,
  ConnectionError,
  createClient,
  functionKind,
  ResponseError,
} from "@appstead/sdk";
import { type Reply, type Seen, startTestService, tokenUntil } from "./test-service";

const inHalfAnHour = () => Date.now() + 30 * 60_000;
const profile = { user_id: "u1", roles: [{ role_name: "GROUP_OWNER", group_id: "g1" }] };
let stop: (() => Promise<void>) | undefined;

afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function serve(reply: (seen: Seen, all: readonly Seen[]) => Reply) {
  const service = await startTestService(reply);
  stop = service.close;
  const client = createClient({ url: service.url, publicKey: "pub", privateKey: "very-private", retries: 1 });
  return { service, client };
}

const isLogin = (seen: Seen) => seen.path.endsWith("/auth/providers/vendor-cloud/login");
const isRefresh = (seen: Seen) => seen.path.endsWith("/auth/session");
const tokens = (access: string) => ({
  access_token: access,
  refresh_token: "refresh",
  user_id: "u1",
  device_id: "d1",
});

test("session: concurrent calls share one log-in", async () => {
  const access = tokenUntil(inHalfAnHour());
  const { service, client } = await serve(seen =>
    isLogin(seen) ? { status: 200, body: tokens(access) } : { status: 200, body: profile },
  );
  await Promise.all(Array.from({ length: 20 }, () => client.profile()));
  expect(service.seen.filter(isLogin)).toHaveLength(1);
  expect(service.seen.find(seen => !isLogin(seen))?.headers.authorization).toBe(`Bearer ${access}`);
});

test("session: a token near its end is refreshed before the call, once for all calls", async () => {
  const late = tokenUntil(Date.now() + 5_000, "late");
  const fresh = tokenUntil(inHalfAnHour(), "fresh");
  const { service, client } = await serve(seen => {
    if (isLogin(seen)) return { status: 200, body: tokens(late) };
    if (isRefresh(seen)) return { status: 201, body: { access_token: fresh } };
    return { status: 200, body: profile };
  });
  await client.profile();
  await Promise.all([client.profile(), client.profile(), client.profile()]);
  expect(service.seen.filter(isRefresh)).toHaveLength(1);
  expect(service.seen.find(isRefresh)?.headers.authorization).toBe("Bearer refresh");
  expect(service.seen.at(-1)?.headers.authorization).toBe(`Bearer ${fresh}`);
});

test("session: 401 renews the token once and repeats the request, also a POST", async () => {
  const first = tokenUntil(inHalfAnHour(), "first");
  const second = tokenUntil(inHalfAnHour(), "second");
  const { service, client } = await serve(seen => {
    if (isLogin(seen)) return { status: 200, body: tokens(first) };
    if (isRefresh(seen)) return { status: 201, body: { access_token: second } };
    if (seen.headers.authorization !== `Bearer ${second}`) {
      return {
        status: 401,
        body: { error: "invalid session: access token expired", error_code: "InvalidSession" },
      };
    }
    return seen.path.endsWith("/profile")
      ? { status: 200, body: profile }
      : { status: 201, body: { _id: "d1", user_id: "u1" } };
  });
  expect((await client.drafts.create("a1"))._id).toBe("d1");
  expect(service.seen.filter(isRefresh)).toHaveLength(1);
});

test("session: a dead refresh token leads to a new log-in", async () => {
  const access = tokenUntil(Date.now() + 1_000);
  let logins = 0;
  const { client } = await serve(seen => {
    if (isLogin(seen)) {
      logins++;
      return { status: 200, body: tokens(logins === 1 ? access : tokenUntil(inHalfAnHour())) };
    }
    if (isRefresh(seen))
      return { status: 401, body: { error: "invalid session", error_code: "InvalidSession" } };
    return { status: 200, body: profile };
  });
  await client.profile();
  await client.profile();
  expect(logins).toBe(2);
});

test("session: a wrong key pair is an AuthenticationError without the key", async () => {
  const { client } = await serve(() => ({ status: 401, body: { error: "the key pair is not valid" } }));
  const error = await client.profile().catch((e: unknown) => e);
  expect(error).toBeInstanceOf(AuthenticationError);
  expect(String(error)).toContain("check publicKey and privateKey");
  expect(JSON.stringify(error) + String(error)).not.toContain("very-private");
});

test("session: a 401 that stays is given up after one renewal", async () => {
  const { service, client } = await serve(seen =>
    isLogin(seen) || isRefresh(seen)
      ? { status: 200, body: tokens(tokenUntil(inHalfAnHour())) }
      : { status: 401, body: { error: "no", error_code: "InvalidSession" } },
  );
  await expect(client.profile()).rejects.toMatchObject({ status: 401, code: "InvalidSession" });
  expect(service.seen.filter(seen => seen.path.endsWith("/profile"))).toHaveLength(2);
});

test("session: the wait for a log-in that others share ends with the signal of the call", async () => {
  let admit = (): void => {};
  const { service, client } = await serve(seen =>
    isLogin(seen)
      ? res => {
          admit = () => res.end(JSON.stringify(tokens(tokenUntil(inHalfAnHour()))));
        }
      : { status: 200, body: profile },
  );
  const controller = new AbortController();
  const { signal } = controller;
  const other = client.profile();
  const aborted = [
    client.profile({ signal }),
    client.groupId({ signal }),
    client.drafts.list("a1", { signal }),
    client.deployments.list("a1", { signal }),
    client.endpoint(functionKind).list({ appId: "a1" }, { signal }),
  ];
  controller.abort();
  for (const call of aborted) await expect(call).rejects.toMatchObject({ name: "AbortError" });
  await expect(client.profile({ signal })).rejects.toMatchObject({ name: "AbortError" });
  while (service.seen.length === 0) await new Promise(resolve => setImmediate(resolve));
  admit();
  expect(await other).toEqual(profile);
  expect(service.seen.filter(isLogin)).toHaveLength(1);
});

test("session: a service whose clock is behind ours is not asked for a token before every call", async () => {
  const hourAgo = Date.now() - 3_600_000;
  const access = tokenUntil(hourAgo + 1_800_000, "t", hourAgo);
  const { service, client } = await serve(seen =>
    isLogin(seen) ? { status: 200, body: tokens(access) } : { status: 200, body: profile },
  );
  await client.profile();
  await client.profile();
  expect(service.seen.map(isLogin)).toEqual([true, false, false]);
});

test("session: an answer to the refresh without a token is a ResponseError", async () => {
  const { client } = await serve(seen => {
    if (isLogin(seen)) return { status: 200, body: tokens(tokenUntil(Date.now())) };
    return { status: 200, body: isRefresh(seen) ? {} : profile };
  });
  await client.profile();
  await expect(client.profile()).rejects.toBeInstanceOf(ResponseError);
});

test("session: a redirect takes neither key pair nor token along", async () => {
  const { service: elsewhere } = await serve(() => ({ status: 200, body: profile }));
  const stopElsewhere = stop;
  const { client } = await serve(() => ({ status: 307, headers: { location: elsewhere.url } }));
  const stopService = stop;
  stop = async () => {
    await stopElsewhere?.();
    await stopService?.();
  };
  await expect(client.profile()).rejects.toThrow(`307, a redirect to ${elsewhere.url}`);
  expect(elsewhere.seen).toEqual([]);
});

test.each<[when: string, reply: (seen: Seen) => Reply]>([
  ["the log-in breaks off", () => res => res.destroy()],
  ["the log-in is refused", () => ({ status: 401, body: { error: "no" } })],
  ["the log-in gets no tokens", () => ({ status: 200, body: { refresh_token: "very-private" } })],
  [
    "a call breaks off",
    seen =>
      isLogin(seen)
        ? { status: 200, body: tokens(`${tokenUntil(inHalfAnHour())}very-private`) }
        : res => res.destroy(),
  ],
  [
    "a call fails",
    seen =>
      isLogin(seen)
        ? { status: 200, body: tokens(`${tokenUntil(inHalfAnHour())}very-private`) }
        : { status: 500, body: { error: "no" } },
  ],
])("client: no secret is in the error, its causes and what hangs on them, when %s", async (_, reply) => {
  const { client } = await serve(reply);
  const error = await client.profile().catch((e: unknown) => e);
  expect(error).toBeInstanceOf(AppsteadError);
  const shown = [JSON.stringify(error), inspect(error, { depth: 20, showHidden: true })].join("\n");
  expect(shown).not.toContain("very-private");
});

test("client: a url with more than a base address is refused without quoting it", () => {
  const options = { publicKey: "p", privateKey: "s" };
  for (const url of ["http://me:very-private@127.0.0.1:1", "http://127.0.0.1:1/?key=very-private"]) {
    expect(() => createClient({ ...options, url })).toThrow(/^url: give the base address only/);
    expect(() => createClient({ ...options, url })).not.toThrow(/very-private/);
  }
});

test("client: a url that is none is refused at once, and one of something else says so", async () => {
  expect(() => createClient({ url: "localhost:1", publicKey: "p", privateKey: "s" })).toThrow(AppsteadError);
  const { client } = await serve(() => res => {
    res.writeHead(200, { "content-type": "text/html" });
    res.end("<html>");
  });
  await expect(client.profile()).rejects.toBeInstanceOf(ResponseError);
});

test("client: an unreachable service is a ConnectionError that names the url", async () => {
  const { service } = await serve(() => ({ status: 200 }));
  await service.close();
  const client = createClient({ url: service.url, publicKey: "p", privateKey: "s", retries: 0 });
  const error = await client.profile().catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ unsent: true });
  expect(String(error)).toContain(service.url);
});

test("client: several projects without groupId are named in the error", async () => {
  const roles = [{ role_name: "R", group_id: "g1" }, { role_name: "R", group_id: "g2" }, { role_name: "R" }];
  const { client } = await serve(seen =>
    isLogin(seen)
      ? { status: 200, body: tokens(tokenUntil(inHalfAnHour())) }
      : { status: 200, body: { user_id: "u", roles } },
  );
  await expect(client.groupId()).rejects.toThrow("g1, g2");
});

test("client: an error carries status, code, method, path and request id", async () => {
  const { client } = await serve(seen => {
    if (isLogin(seen)) return { status: 200, body: tokens(tokenUntil(inHalfAnHour())) };
    if (seen.path.endsWith("/profile")) return { status: 200, body: profile };
    return {
      status: 409,
      body: { error: "a draft already exists", error_code: "DraftAlreadyExists" },
      headers: { "x-appservices-request-id": "co1" },
    };
  });
  const error = await client.drafts.create("a1").catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 409,
    code: "DraftAlreadyExists",
    method: "POST",
    path: "/groups/g1/apps/a1/drafts",
    requestId: "co1",
  });
});
