import { type AdminHttp, adminRequest, logIn } from "../harness/admin-http";
import { startTestServer, type TestServer } from "../harness/server-harness";

const halfHourMs = 30 * 60_000;
const sixtyDaysMs = 60 * 24 * 60 * 60_000;

let server: TestServer;
let admin: AdminHttp;
let clockMs = Date.now();

beforeAll(async () => {
  server = await startTestServer({ now: () => clockMs });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await logIn(server);
});

const session = (method: "POST" | "DELETE", token: string | null) =>
  adminRequest(server, method, "/auth/session", { token });

test.each(["vendor-cloud", "mongodb-cloud"])("log-in: %s answers with tokens and ids", async provider => {
  const body = { username: server.publicKey, apiKey: server.privateKey };
  const answer = await adminRequest(server, "POST", `/auth/providers/${provider}/login`, { body });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.body).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    user_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    device_id: expect.stringMatching(/^[0-9a-f]{24}$/),
  });
});

test.each([
  ["another private key", { username: "testkeys", apiKey: "wrong" }],
  ["an unknown public key", { username: "nobody", apiKey: "wrong" }],
])("log-in: %s is refused with a text and no code", async (_name, body) => {
  const answer = await adminRequest(server, "POST", "/auth/providers/vendor-cloud/login", { body });
  expect(answer.status).toBe(401);
  expect(answer.body).toEqual({
    error: expect.stringContaining("failed to authenticate with the cloud API"),
  });
  expect(answer.text).not.toContain("wrong");
});

test.each([
  {},
  { username: "testkeys" },
  { username: 1, apiKey: {} },
  { username: { $ne: "" }, apiKey: "x" },
])("log-in: the body %j is refused", async body => {
  const answer = await adminRequest(server, "POST", "/auth/providers/vendor-cloud/login", { body });
  expect(answer).toMatchObject({ status: 400, body: { error_code: "MissingParameter" } });
});

test("log-in: too many failures from one address are refused for a while, and the pair is not even tried", async () => {
  const other = await startTestServer();
  const attempt = (apiKey: string) =>
    adminRequest(other, "POST", "/auth/providers/vendor-cloud/login", {
      body: { username: other.publicKey, apiKey },
    });
  for (let failed = 0; failed < 30; failed++) expect((await attempt("wrong")).status).toBe(401);
  const refused = await attempt(other.privateKey);
  expect(refused).toMatchObject({ status: 429, body: { error_code: "LimitExceeded" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  await other.close();
});

test("providers: can be listed without a token", async () => {
  const answer = await adminRequest(server, "GET", "/auth/providers");
  expect(answer).toMatchObject({
    status: 200,
    body: [{ name: "vendor-cloud", type: "vendor-cloud", disabled: false }, {}],
  });
});

test("profile: tells the user and the projects", async () => {
  const answer = await admin.request("GET", "/auth/profile");
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    user_id: admin.userId,
    domain_id: expect.any(String),
    identities: [{ id: server.publicKey, provider_type: "vendor-cloud", provider_id: expect.any(String) }],
    data: { email: "", name: server.publicKey },
    type: "normal",
    roles: [{ role_name: "GROUP_OWNER", group_id: server.groupId }],
  });
});

test("refresh: gives a new access token that works", async () => {
  const answer = await session("POST", admin.refreshToken);
  expect(answer).toMatchObject({ status: 201, body: { access_token: expect.any(String) } });
  const token = (answer.body as { access_token: string }).access_token;
  expect((await admin.request("GET", "/auth/profile", { token })).status).toBe(200);
});

test("refresh: an access token is refused with a text and no code", async () => {
  const answer = await session("POST", admin.accessToken);
  expect(answer).toMatchObject({
    status: 401,
    body: { error: "invalid refresh token: incorrect token type" },
  });
  expect(answer.body).not.toHaveProperty("error_code");
});

test("access: a refresh token is refused with a text and no code, so that clients do not refresh", async () => {
  const answer = await admin.request("GET", "/auth/profile", { token: admin.refreshToken });
  expect(answer).toMatchObject({ status: 401, body: { error: "invalid session: valid Issuer required" } });
  expect(answer.body).not.toHaveProperty("error_code");
});

test("access: a token ends after 30 minutes and is refreshed with the text that clients look for", async () => {
  const start = clockMs;
  clockMs = start + halfHourMs + 1000;
  const answer = await admin.request("GET", "/auth/profile");
  expect(answer).toMatchObject({
    status: 401,
    body: { error: "invalid session: access token expired", error_code: "InvalidSession" },
  });
  expect((await session("POST", admin.refreshToken)).status).toBe(201);
  clockMs = start;
});

test("refresh: a refresh token ends after 60 days", async () => {
  const start = clockMs;
  clockMs = start + sixtyDaysMs - 60_000;
  expect((await session("POST", admin.refreshToken)).status).toBe(201);
  clockMs = start + sixtyDaysMs + 1000;
  const answer = await session("POST", admin.refreshToken);
  expect(answer).toMatchObject({ status: 401, body: { error_code: "InvalidSession" } });
  clockMs = start;
});

test("log-out: ends the session, its access token and its refresh token", async () => {
  expect((await admin.request("GET", "/auth/profile")).status).toBe(200);
  expect(await session("DELETE", admin.refreshToken)).toMatchObject({ status: 204, text: "" });
  expect((await admin.request("GET", "/auth/profile")).status).toBe(401);
  for (const method of ["POST", "DELETE"] as const) {
    expect(await session(method, admin.refreshToken)).toMatchObject({
      status: 401,
      body: { error: "invalid session: failed to find refresh token", error_code: "InvalidSession" },
    });
  }
});

test.each([
  ["no token", null],
  ["garbage", "abc.def.ghi"],
  ["an unsigned token", `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x","typ":"access","exp":9999999999}')}.`],
])("access: %s is refused with InvalidSession", async (_name, token) => {
  const answer = await adminRequest(server, "GET", "/groups/{groupId}/apps", { token });
  expect(answer).toMatchObject({ status: 401, body: { error_code: "InvalidSession" } });
});
