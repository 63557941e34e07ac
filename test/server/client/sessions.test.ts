import { startTestServer, type TestServer } from "../../harness/server-harness";
import { ClientApp, claimsOf } from "./client-app";

const minuteMs = 60_000;
let clockMs = Date.now();
let server: TestServer;
let app: ClientApp;

beforeAll(async () => {
  server = await startTestServer({ now: () => clockMs });
  app = await ClientApp.create(server);
  await app.allowAnonymous();
  await app.allowPasswords();
  await app.addFunction("ping", "exports = () => 'pong'");
});
afterAll(() => server.close());

const refresh = (token?: string) =>
  app.request("POST", "/auth/session", token === undefined ? {} : { token });
const logOut = (token: string) => app.request("DELETE", "/auth/session", { token });

describe("session", () => {
  test("session: a refresh token gives a new access token that works", async () => {
    const { refresh_token, user_id } = await app.anonymous();
    const { status, body } = await refresh(refresh_token);
    expect(status).toBe(201);
    const { access_token } = body as { access_token: string };
    expect(body).toEqual({ access_token });
    expect(claimsOf(access_token)).toMatchObject({ sub: user_id, typ: "access" });
    expect((await app.call(access_token, "ping")).body).toBe("pong");
  });

  test("session: after log-out the refresh token is dead and the access token lives on", async () => {
    const { access_token, refresh_token } = await app.anonymous();
    expect((await logOut(refresh_token)).status).toBe(204);
    for (const answer of [await refresh(refresh_token), await logOut(refresh_token)]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({
        error_code: "InvalidSession",
        error: expect.stringContaining("failed to find refresh token"),
      });
    }
    expect((await app.call(access_token, "ping")).status).toBe(200);
  });

  test("session: log-out on one device leaves the others", async () => {
    const first = await app.registered("devices@shop.test");
    const second = await app.login("local-userpass", {
      username: "devices@shop.test",
      password: "correct horse",
    });
    await logOut(first.refresh_token);
    expect((await refresh((second.body as { refresh_token: string }).refresh_token)).status).toBe(201);
  });

  test("session: an access token ends after 30 minutes and a refresh token after its own time", async () => {
    const { access_token, refresh_token } = await app.registered("time@shop.test");
    clockMs += 29 * minuteMs;
    expect((await app.call(access_token, "ping")).status).toBe(200);
    clockMs += minuteMs;
    const expired = await app.call(access_token, "ping");
    expect(expired.status).toBe(401);
    expect(expired.body).toMatchObject({
      error_code: "InvalidSession",
      error: expect.stringContaining("invalid session: access token expired"),
    });
    expect((await refresh(refresh_token)).status).toBe(201);
    clockMs += 60 * 24 * 60 * minuteMs;
    expect((await refresh(refresh_token)).body).toMatchObject({ error_code: "InvalidSession" });
  });

  const swapPayload = (token: string) => {
    const [header, payload, signature] = token.split(".");
    const claims = {
      ...JSON.parse(Buffer.from(payload ?? "", "base64url").toString()),
      sub: "5f0000000000000000000009",
    };
    return [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
  };
  const withoutAlgorithm = (token: string) => {
    const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    return `${header}.${token.split(".")[1]}.`;
  };

  test.each<[string, (token: string) => string, string]>([
    ["text that is no token", () => "abc", "malformed"],
    ["a token of two parts", () => "a.b", "malformed"],
    ["changed claims", swapPayload, "signature"],
    ["no algorithm", withoutAlgorithm, "signature"],
    ["a cut signature", token => token.slice(0, -4), "signature"],
  ])("session: %s is refused", async (_what, spoil, why) => {
    const { access_token, refresh_token } = await app.anonymous();
    for (const answer of [await app.call(spoil(access_token), "ping"), await refresh(spoil(refresh_token))]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({
        error_code: "InvalidSession",
        error: expect.stringContaining(why),
      });
    }
  });

  test("session: tokens of one use are refused for another", async () => {
    const { access_token, refresh_token } = await app.anonymous();
    expect((await refresh(access_token)).body).toMatchObject({ error_code: "InvalidSession" });
    expect((await app.call(refresh_token, "ping")).body).toMatchObject({ error_code: "InvalidSession" });
    expect((await app.call(app.admin.accessToken, "ping")).body).toMatchObject({
      error_code: "InvalidSession",
    });
    const admin = await app.admin.request("GET", "/groups/{groupId}/apps", { token: access_token });
    expect(admin.status).toBe(401);
  });

  test("session: a token of one app is refused by another", async () => {
    const other = await ClientApp.create(server);
    await other.allowAnonymous();
    await other.addFunction("ping", "exports = () => 'pong'");
    const { access_token } = await app.anonymous();
    expect((await other.call(access_token, "ping")).status).toBe(401);
    expect((await app.call(access_token, "ping")).status).toBe(200);
  });

  test.each([
    ["POST", "/auth/session"],
    ["DELETE", "/auth/session"],
    ["GET", "/auth/profile"],
    ["DELETE", "/auth/delete"],
    ["POST", "{app}/functions/call"],
  ])("session: %s %s without a token is refused", async (method, path) => {
    const { status, body } = await app.request(method, path);
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: "must authenticate first", error_code: "MissingAuthReq" });
  });
});

describe("user", () => {
  test("user: the profile holds identities and data", async () => {
    const { access_token, user_id } = await app.registered("profile@shop.test");
    const { status, body } = await app.request("GET", "/auth/profile", { token: access_token });
    expect(status).toBe(200);
    expect(body).toEqual({
      user_id,
      domain_id: app.domainId,
      identities: [
        {
          id: expect.stringMatching(/^[0-9a-f]{24}$/),
          provider_type: "local-userpass",
          provider_id: expect.stringMatching(/^[0-9a-f]{24}$/),
        },
      ],
      data: { email: "profile@shop.test" },
      type: "normal",
    });
  });

  test("user: deletes itself, and the address is free again", async () => {
    const { access_token, refresh_token, user_id } = await app.registered("gone@shop.test");
    expect((await app.request("DELETE", "/auth/delete", { token: access_token })).status).toBe(204);
    expect((await refresh(refresh_token)).status).toBe(401);
    expect((await app.call(access_token, "ping")).body).toMatchObject({ error_code: "InvalidSession" });
    const login = await app.login("local-userpass", {
      username: "gone@shop.test",
      password: "correct horse",
    });
    expect(login.status).toBe(401);
    expect((await app.registered("gone@shop.test")).user_id).not.toBe(user_id);
  });

  test("user: nothing of the users is left when the app is deleted", async () => {
    const other = await ClientApp.create(server);
    await other.allowAnonymous();
    const { access_token, refresh_token } = await other.anonymous();
    await other.admin.request("DELETE", `/groups/{groupId}/apps/${other.appId}`);
    expect((await refresh(refresh_token)).status).toBe(401);
    expect((await app.request("GET", "/auth/profile", { token: access_token })).status).toBe(401);
  });
});
