import { startTestServer, type TestServer } from "../../harness/server-harness";
import { ClientApp, claimsOf, session } from "./client-app";

const hexId = expect.stringMatching(/^[0-9a-f]{24}$/);
let server: TestServer;
let app: ClientApp;

beforeAll(async () => {
  server = await startTestServer();
  app = await ClientApp.create(server);
  await app.allowAnonymous();
  await app.allowPasswords();
  await app.addFunction("whoAmI", "exports = () => context.user");
});
afterAll(() => server.close());

describe("location", () => {
  test("location: an app is served at the address that the client used", async () => {
    const { status, body, headers } = await app.request("GET", "{app}/location");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toEqual({
      deployment_model: expect.any(String),
      location: expect.any(String),
      hostname: server.url,
      ws_hostname: server.url.replace("http", "ws"),
    });
  });

  test("location: an unknown app is not found", async () => {
    const { status, body } = await app.request("GET", "/app/nobody-abcde/location");
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: "cannot find app using Client App ID 'nobody-abcde'" });
  });

  test("location: a browser on another origin may ask", async () => {
    const { status, headers } = await app.request("OPTIONS", "{app}/location", {
      headers: { origin: "https://shop.test", "access-control-request-method": "GET" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("https://shop.test");
  });

  test("location: a browser can read why there is no such route", async () => {
    const { status, headers, body } = await app.request("GET", "{app}/nothing", {
      headers: { origin: "https://shop.test" },
    });
    expect(status).toBe(404);
    expect(headers.get("access-control-allow-origin")).toBe("https://shop.test");
    expect(body).toMatchObject({ error_code: "NotFound" });
  });
});

describe("anonymous log-in", () => {
  test.each([
    ["an empty object", "{}"],
    ["no body", undefined],
    ["device facts", JSON.stringify({ options: { device: { platform: "web", sdkVersion: "2.0.1" } } })],
  ])("anonymous log-in: %s makes a new user", async (_what, rawBody) => {
    const answer = await app.request(
      "POST",
      "{app}/auth/providers/anon-user/login",
      rawBody === undefined ? {} : { rawBody },
    );
    const first = session(answer);
    expect(first).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user_id: hexId,
      device_id: hexId,
    });
    expect((await app.anonymous()).user_id).not.toBe(first.user_id);
  });

  test("anonymous log-in: the device that the client names is kept", async () => {
    const deviceId = "5f0000000000000000000001";
    const { device_id } = session(await app.login("anon-user", { options: { device: { deviceId } } }));
    expect(device_id).toBe(deviceId);
  });

  test("anonymous log-in: tokens carry the claims that clients read", async () => {
    const { access_token, refresh_token, user_id, device_id } = await app.anonymous();
    const shared = {
      baas_device_id: device_id,
      baas_domain_id: app.domainId,
      stitch_devId: device_id,
      stitch_domainId: app.domainId,
      sub: user_id,
      iat: expect.any(Number),
      exp: expect.any(Number),
    };
    const access = claimsOf(access_token);
    expect(access).toEqual({ ...shared, iss: hexId, typ: "access" });
    expect(Number(access["exp"]) - Number(access["iat"])).toBe(1800);
    const identity = {
      id: expect.stringMatching(/^[0-9a-f]{24}-[a-z]{24}$/),
      provider_type: "anon-user",
      provider_id: hexId,
    };
    const refresh = claimsOf(refresh_token);
    expect(refresh).toEqual({
      ...shared,
      baas_data: null,
      baas_id: access["iss"],
      baas_identity: identity,
      stitch_data: null,
      stitch_id: access["iss"],
      stitch_ident: identity,
      typ: "refresh",
    });
    expect(Number(refresh["exp"]) - Number(refresh["iat"])).toBe(50 * 365 * 86_400);
  });
});

describe("password log-in", () => {
  test("password log-in: the user is made at the first and found at the next", async () => {
    const first = await app.registered("ada@shop.test", "correct horse");
    const next = session(
      await app.login("local-userpass", { username: "ada@shop.test", password: "correct horse" }),
    );
    expect(next.user_id).toBe(first.user_id);
    expect(Number(claimsOf(first.refresh_token)["exp"]) - Number(claimsOf(first.refresh_token)["iat"])).toBe(
      60 * 86_400,
    );
  });

  test("password log-in: log-ins at once end with one user", async () => {
    await app.password("register", { email: "twin@shop.test", password: "correct horse" });
    const credentials = { username: "twin@shop.test", password: "correct horse" };
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.login("local-userpass", credentials)));
    expect(new Set(answers.map(answer => session(answer).user_id)).size).toBe(1);
  });

  test("password log-in: letter case of the address counts", async () => {
    await app.registered("case@shop.test");
    const { status } = await app.login("local-userpass", {
      username: "Case@shop.test",
      password: "correct horse",
    });
    expect(status).toBe(401);
  });

  test.each([
    ["a wrong password", { username: "known@shop.test", password: "wrong horse" }, 401, "InvalidPassword"],
    [
      "an unknown address",
      { username: "unknown@shop.test", password: "correct horse" },
      401,
      "InvalidPassword",
    ],
    ["no password", { username: "known@shop.test" }, 400, "MissingParameter"],
    ["no address", { password: "correct horse" }, 400, "MissingParameter"],
    ["a number as password", { username: "known@shop.test", password: 1 }, 400, "InvalidParameter"],
    ["an operator as address", { username: { $gt: "" }, password: "correct horse" }, 400, "InvalidParameter"],
    ["a list as body", [], 400, "BadRequest"],
  ])("password log-in: %s is refused", async (_what, credentials, status, code) => {
    await app.password("register", { email: "known@shop.test", password: "correct horse" });
    const answer = await app.login("local-userpass", credentials);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error_code: code });
    expect(answer.text).not.toContain("horse");
  });

  test("password log-in: errors link to the app's log", async () => {
    const { body, headers } = await app.login("local-userpass", {
      username: "a@shop.test",
      password: "wrong horse",
    });
    const id = headers.get("x-appservices-request-id");
    expect(body).toMatchObject({ link: expect.stringContaining(`/apps/${app.appId}/logs?co_id=${id}`) });
  });

  test("password log-in: guessing is stopped, and other accounts are not", async () => {
    const guesses = await ClientApp.create(server);
    await guesses.allowPasswords();
    await guesses.registered("victim@shop.test");
    await guesses.registered("other@shop.test");
    const guess = () =>
      guesses.login("local-userpass", { username: "victim@shop.test", password: "wrong horse" });
    for (let count = 0; count < 10; count++) expect((await guess()).status).toBe(401);
    const refused = await guesses.login("local-userpass", {
      username: "victim@shop.test",
      password: "correct horse",
    });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error_code: "LimitExceeded" });
    const other = await guesses.login("local-userpass", {
      username: "other@shop.test",
      password: "correct horse",
    });
    expect(other.status).toBe(200);
  });
});

describe("providers", () => {
  test.each([
    ["one that the app does not have", "custom-token", 404, "AuthProviderNotFound"],
    ["one that is switched off", "api-key", 404, "AuthProviderNotFound"],
    ["one that nobody knows", "toString", 404, "AuthProviderNotFound"],
  ])("providers: %s is refused", async (_what, provider, status, code) => {
    const answer = await app.login(provider, {});
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      error_code: code,
      error: expect.stringContaining(`authentication via '${provider}' is unsupported`),
    });
  });

  test("providers: an enabled one that the service does not run says so", async () => {
    const other = await ClientApp.create(server);
    const { body } = await other.configure("GET", "auth_providers");
    const [apiKey] = body as { _id: string }[];
    await other.configure("PUT", `auth_providers/${apiKey?._id}/enable`);
    const answer = await other.login("api-key", { key: "abc" });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: expect.stringContaining("authentication via 'api-key' is not available"),
    });
  });

  test("providers: one switched off later refuses from then on", async () => {
    const other = await ClientApp.create(server);
    const id = await other.allowAnonymous();
    await other.anonymous();
    await other.configure("PUT", `auth_providers/${id}/disable`);
    expect((await other.login("anon-user", {})).status).toBe(404);
  });
});

describe("linking", () => {
  test("linking: an anonymous user becomes permanent and keeps its id", async () => {
    const anonymous = await app.anonymous();
    await app.password("register", { email: "link@shop.test", password: "correct horse" });
    const credentials = { username: "link@shop.test", password: "correct horse" };
    const linked = await app.login("local-userpass", credentials, {
      query: "?link=true",
      token: anonymous.access_token,
    });
    expect(session(linked).user_id).toBe(anonymous.user_id);
    expect(session(await app.login("local-userpass", credentials)).user_id).toBe(anonymous.user_id);
    const { body } = await app.request("GET", "/auth/profile", { token: anonymous.access_token });
    expect(body).toMatchObject({
      data: { email: "link@shop.test" },
      identities: [{ provider_type: "anon-user" }, { provider_type: "local-userpass" }],
    });
  });

  test.each([
    ["credentials of another user", "taken@shop.test", undefined, 401],
    ["a second address", "second@shop.test", "first@shop.test", 400],
  ])("linking: %s is refused", async (_what, email, own, status) => {
    const credentials = { username: email, password: "correct horse" };
    if (own === undefined) await app.registered(email);
    else await app.password("register", { email, password: credentials.password });
    const user = own === undefined ? await app.anonymous() : await app.registered(own);
    const answer = await app.login("local-userpass", credentials, {
      query: "?link=true",
      token: user.access_token,
    });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: expect.stringContaining("unauthorized") });
  });

  test("linking: anonymous credentials cannot be added", async () => {
    const user = await app.anonymous();
    const answer = await app.login("anon-user", {}, { query: "?link=true", token: user.access_token });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "Cannot add anonymous credentials to an existing user" });
  });
});
