import { startTestServer, type TestServer } from "../../harness/server-harness";
import { ClientApp } from "./client-app";

let clockMs = Date.now();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => clockMs });
});
afterAll(() => server.close());

const email = "ada@shop.test";
const password = "correct horse";

const answerOf = (status: string) => `exports = () => ({ status: ${JSON.stringify(status)} })`;

async function appWith(
  config: Readonly<Record<string, unknown>>,
  functions: Readonly<Record<string, string>> = {},
) {
  const app = await ClientApp.create(server);
  for (const [name, source] of Object.entries(functions))
    await app.addFunction(name, source, { private: true });
  await app.allowPasswords(config);
  return app;
}

const confirmBy = {
  autoConfirm: false,
  runConfirmationFunction: true,
  confirmationFunctionName: "confirmUser",
};
const resetBy = { resetPasswordUrl: undefined, runResetFunction: true, resetFunctionName: "resetUser" };
const logIn = (app: ClientApp, by = password) =>
  app.login("local-userpass", { username: email, password: by });

describe("registration", () => {
  test.each([
    ["an empty address", { email: "", password }, "email invalid"],
    ["a name as address", { email: "ada", password }, "email invalid"],
    ["an address of 129 characters", { email: `${"a".repeat(119)}@shop.test`, password }, "email invalid"],
    [
      "a password of 5 characters",
      { email, password: "12345" },
      "password must be between 6 and 128 characters",
    ],
    [
      "a password of 129 characters",
      { email, password: "x".repeat(129) },
      "password must be between 6 and 128 characters",
    ],
    ["no address", { password }, "missing parameter: 'email'"],
    ["no password", { email }, "missing parameter: 'password'"],
    ["an operator as address", { email: { $ne: 1 }, password }, "invalid parameter 'email'"],
  ])("registration: %s is refused", async (_what, body, said) => {
    const app = await appWith({});
    const answer = await app.password("register", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: expect.stringContaining(said) });
  });

  test("registration: an address can be taken once, however many try at once", async () => {
    const app = await appWith({});
    const answers = await Promise.all([1, 2, 3].map(() => app.password("register", { email, password })));
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(answer => answer.status === 409)?.body).toMatchObject({
      error: "name already in use",
      error_code: "AccountNameInUse",
    });
  });

  test("registration: two apps know nothing of each other", async () => {
    const [first, second] = [await appWith({}), await appWith({})];
    expect((await first.password("register", { email, password })).status).toBe(201);
    expect((await logIn(second)).status).toBe(401);
    expect((await second.password("register", { email, password })).status).toBe(201);
  });

  test("registration: without the provider it is unsupported", async () => {
    const app = await ClientApp.create(server);
    const { status, body } = await app.password("register", { email, password });
    expect(status).toBe(404);
    expect(body).toMatchObject({
      error: expect.stringContaining("authentication via 'local-userpass' is unsupported"),
    });
  });

  test("registration: an app that confirms by mail says that none is sent, and keeps nothing", async () => {
    const app = await appWith({ autoConfirm: false, emailConfirmationUrl: "https://shop.test/confirm" });
    for (const _try of [1, 2]) {
      const { status, body } = await app.password("register", { email, password });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: expect.stringContaining("this service sends no mail") });
    }
  });
});

describe("confirmation by a function", () => {
  test("confirmation: success lets the user in at once", async () => {
    const app = await appWith(confirmBy, { confirmUser: answerOf("success") });
    expect((await app.password("register", { email, password })).status).toBe(201);
    expect((await logIn(app)).status).toBe(200);
  });

  test.each([
    ["fail", answerOf("fail")],
    ["nothing", "exports = () => {}"],
  ])("confirmation: %s refuses the registration and frees the address", async (_what, source) => {
    const app = await appWith(confirmBy, { confirmUser: source });
    for (const _try of [1, 2]) {
      const { status, body } = await app.password("register", { email, password });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: `failed to confirm user "${email}"`, error_code: "BadRequest" });
    }
    expect((await logIn(app)).status).toBe(401);
  });

  test("confirmation: a function that throws refuses the registration and frees the address", async () => {
    const app = await appWith(confirmBy, {
      confirmUser: "exports = () => { throw new Error('no mail server') }",
    });
    for (const _try of [1, 2]) {
      const { status, body } = await app.password("register", { email, password });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: expect.stringContaining("no mail server") });
    }
  });

  test("confirmation: pending waits for the token, which is good once and for 30 minutes", async () => {
    const source =
      "exports = ({ token, tokenId }) => { if (context.values.get('tell')) throw new Error(token + ' ' + tokenId); return { status: 'pending' }; }";
    const app = await appWith(confirmBy, { confirmUser: source });
    expect((await app.password("register", { email, password })).status).toBe(201);
    const refused = await logIn(app);
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({
      error_code: "AuthError",
      error: expect.stringContaining("confirmation required"),
    });
    expect((await app.password("register", { email, password })).body).toMatchObject({
      error: "name already in use",
    });

    await app.add("values", { name: "tell", value: true });
    const tell = async () => {
      const { text } = await app.password("confirm/call", { email });
      const [, token, tokenId] = /([0-9a-f]{128}) ([0-9a-f]{24})/.exec(text) ?? [];
      return { token, tokenId };
    };
    const invalid = { error: "userpass token is expired or invalid", error_code: "UserpassTokenInvalid" };
    const old = await tell();
    clockMs += 30 * 60_000;
    expect((await app.password("confirm", old)).body).toMatchObject(invalid);
    const fresh = await tell();
    expect((await app.password("confirm", { ...fresh, token: "0".repeat(128) })).body).toMatchObject(invalid);
    expect((await app.password("reset", { ...fresh, password })).body).toMatchObject(invalid);
    expect((await app.password("confirm", fresh)).status).toBe(200);
    expect((await app.password("confirm", fresh)).body).toMatchObject(invalid);
    expect((await logIn(app)).status).toBe(200);
  });

  test.each([
    ["a short token", { token: "abc", tokenId: "5f0000000000000000000001" }, "invalid token data"],
    ["a wrong token id", { token: "0".repeat(128), tokenId: "x" }, "invalid token data"],
    ["no token id", { token: "0".repeat(128) }, "missing parameter: 'tokenId'"],
  ])("confirmation: %s is refused", async (_what, body, said) => {
    const app = await appWith({});
    const answer = await app.password("confirm", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: expect.stringContaining(said) });
  });

  test("confirmation: run again, the function decides again", async () => {
    const source = "exports = () => ({ status: context.values.get('answer') })";
    const app = await appWith(confirmBy, { confirmUser: source });
    const value = await app.add("values", { name: "answer", value: "pending" });
    await app.password("register", { email, password });
    await app.configure("PUT", `values/${value}`, { name: "answer", private: false, value: "success" });
    expect((await app.password("confirm/call", { email })).status).toBe(200);
    expect((await logIn(app)).status).toBe(200);
    expect((await app.password("confirm/call", { email })).body).toMatchObject({
      error_code: "UserAlreadyConfirmed",
    });
  });

  test.each([
    ["confirm/send", 404, "UserNotFound"],
    ["confirm/call", 404, "UserNotFound"],
    ["reset/send", 404, "UserNotFound"],
  ])("confirmation: %s for an unknown address is refused", async (path, status, code) => {
    const app = await appWith({});
    const answer = await app.password(path, { email: "nobody@shop.test" });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error_code: code });
  });
});

describe("reset by a function", () => {
  test("reset: success sets the new password and ends the user's sessions", async () => {
    const app = await appWith(resetBy, { resetUser: answerOf("success") });
    const { refresh_token } = await app.registered(email, password);
    const answer = await app.password("reset/call", { email, password: "better horse", arguments: [] });
    expect(answer.status).toBe(200);
    expect((await logIn(app, password)).status).toBe(401);
    expect((await logIn(app, "better horse")).status).toBe(200);
    expect((await app.request("POST", "/auth/session", { token: refresh_token })).status).toBe(401);
  });

  test("reset: the function is told who asks, whether the password is the old one, and the client's arguments", async () => {
    const source =
      "exports = (first, ...rest) => { throw new Error(JSON.stringify([first.username, first.currentPasswordValid, first.token.length, rest])) }";
    const app = await appWith(resetBy, { resetUser: source });
    await app.password("register", { email, password });
    const ask = (by: string) =>
      app.password("reset/call", { email, password: by, arguments: ["code", true] });
    expect((await ask(password)).body).toMatchObject({
      error: expect.stringContaining(`["${email}",true,128,["code",true]]`),
    });
    expect((await ask("other horse")).body).toMatchObject({
      error: expect.stringContaining(`["${email}",false,128,`),
    });
  });

  test("reset: fail changes nothing", async () => {
    const app = await appWith(resetBy, { resetUser: answerOf("fail") });
    await app.password("register", { email, password });
    const answer = await app.password("reset/call", { email, password: "better horse" });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: `failed to reset password for user "${email}"` });
    expect((await logIn(app)).status).toBe(200);
  });

  test("reset: by mail it says what to do instead", async () => {
    const [byMail, byFunction] = [
      await appWith({}),
      await appWith(resetBy, { resetUser: answerOf("success") }),
    ];
    for (const app of [byMail, byFunction]) await app.password("register", { email, password });
    expect((await byMail.password("reset/send", { email })).body).toMatchObject({
      error: expect.stringContaining("this service sends no mail"),
    });
    expect((await byFunction.password("reset/send", { email })).body).toMatchObject({
      error: "please use reset password via function",
    });
    expect((await byMail.password("reset/call", { email, password: "better horse" })).status).toBe(400);
  });
});
