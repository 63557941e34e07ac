import { App, Credentials, type User } from "realm-web";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { ClientApp } from "../server/client/client-app";

let server: TestServer;
let shop: ClientApp;
let clockMs = Date.now();

beforeAll(async () => {
  server = await startTestServer({ now: () => clockMs });
  shop = await ClientApp.create(server);
  await shop.allowAnonymous();
  await shop.allowPasswords();
  await shop.addFunction(
    "orderTotal",
    "exports = (...prices) => prices.reduce((sum, price) => sum + price, 0)",
  );
  await shop.addFunction("whoAmI", "exports = () => context.user.id");
  await shop.addFunction("fails", "exports = () => { throw new Error('out of stock') }");
});
afterAll(() => server.close());

/** The client keeps one app per id and address in the process; a fresh one knows no users. */
const client = () => new App({ id: shop.clientAppId, baseUrl: server.url });

describe("realm-web", () => {
  test("realm-web: logs in anonymously and calls a function", async () => {
    const user = await client().logIn(Credentials.anonymous(false));
    expect(user.isLoggedIn).toBe(true);
    expect(user.providerType).toBe("anon-user");
    expect(await user.functions["orderTotal"]?.(2, 3.5)).toBe(5.5);
    expect(await user.functions["whoAmI"]?.()).toBe(user.id);
  });

  test("realm-web: registers and logs in with e-mail and password", async () => {
    const app = client();
    await app.emailPasswordAuth.registerUser({ email: "ada@shop.test", password: "correct horse" });
    const user = await app.logIn(Credentials.emailPassword("ada@shop.test", "correct horse"));
    await user.refreshProfile();
    expect(user.profile).toEqual({ email: "ada@shop.test" });
    expect(user.identities).toEqual([{ id: expect.any(String), providerType: "local-userpass" }]);
    const again = await client().logIn(Credentials.emailPassword("ada@shop.test", "correct horse"));
    expect(again.id).toBe(user.id);
  });

  test("realm-web: links an anonymous user with an e-mail address", async () => {
    const app = client();
    const user = await app.logIn(Credentials.anonymous(false));
    await app.emailPasswordAuth.registerUser({ email: "link@shop.test", password: "correct horse" });
    await user.linkCredentials(Credentials.emailPassword("link@shop.test", "correct horse"));
    const again = await client().logIn(Credentials.emailPassword("link@shop.test", "correct horse"));
    expect(again.id).toBe(user.id);
  });

  test("realm-web: an expired access token is refreshed without anybody noticing", async () => {
    const user = await client().logIn(Credentials.anonymous(false));
    const before = user.accessToken;
    clockMs += 31 * 60_000;
    expect(await user.functions["whoAmI"]?.()).toBe(user.id);
    expect(user.accessToken).not.toBe(before);
  });

  test("realm-web: a refresh on request gives a new access token", async () => {
    const user = await client().logIn(Credentials.anonymous(false));
    const before = user.accessToken;
    clockMs += 1000;
    await user.refreshAccessToken();
    expect(user.accessToken).not.toBe(before);
  });

  test("realm-web: logs out, and the session is gone", async () => {
    const user = await client().logIn(Credentials.anonymous(false));
    const { refreshToken } = user;
    await user.logOut();
    expect(user.isLoggedIn).toBe(false);
    expect((await shop.request("POST", "/auth/session", { token: refreshToken ?? "" })).status).toBe(401);
  });

  test("realm-web: deletes its user", async () => {
    const app = client();
    const user = await app.logIn(Credentials.anonymous(false));
    await app.deleteUser(user);
    expect((await shop.request("GET", "/auth/profile", { token: user.accessToken ?? "" })).status).toBe(401);
  });

  const failures: [string, (user: User) => Promise<unknown>, Readonly<Record<string, unknown>>][] = [
    [
      "a function that throws",
      user => user.callFunction("fails"),
      { statusCode: 400, errorCode: "FunctionExecutionError" },
    ],
    [
      "an unknown function",
      user => user.callFunction("nothing"),
      { statusCode: 404, errorCode: "FunctionNotFound" },
    ],
    [
      "a wrong password",
      () => client().logIn(Credentials.emailPassword("ada@shop.test", "wrong horse")),
      { statusCode: 401, errorCode: "InvalidPassword" },
    ],
  ];
  test.each(failures)("realm-web: %s is told with status, code and link", async (_what, act, expected) => {
    const user = await client().logIn(Credentials.anonymous(false));
    await expect(act(user)).rejects.toMatchObject({
      ...expected,
      link: expect.stringContaining("logs?co_id="),
    });
  });
});
