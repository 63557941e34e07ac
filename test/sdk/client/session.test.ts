import {
  ApiError,
  AppsteadError,
  AuthenticationError,
  ConnectionError,
  createClient,
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
