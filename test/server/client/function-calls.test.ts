import { startTestServer, type TestServer } from "../../harness/server-harness";
import { ClientApp, type Session } from "./client-app";

let server: TestServer;
let app: ClientApp;
let user: Session;

beforeAll(async () => {
  server = await startTestServer();
  app = await ClientApp.create(server);
  await app.allowAnonymous();
  user = await app.anonymous();
});
afterAll(() => server.close());

let count = 0;

/** Adds a function and calls it as the test's user. */
async function run(source: string, args: unknown[] = [], more: Readonly<Record<string, unknown>> = {}) {
  const name = `fn${++count}`;
  await app.addFunction(name, source, more);
  return app.call(user.access_token, name, ...args);
}

describe("arguments and results", () => {
  test.each<[string, unknown, unknown]>([
    ["text", "héllo", "héllo"],
    ["null", null, null],
    ["true", true, true],
    ["a plain whole number", 7, { $numberInt: "7" }],
    ["a plain fraction", 1.5, { $numberDouble: "1.5" }],
    ["int32", { $numberInt: "-2147483648" }, { $numberInt: "-2147483648" }],
    ["int64", { $numberLong: "9223372036854775807" }, { $numberLong: "9223372036854775807" }],
    ["double", { $numberDouble: "2.0" }, { $numberDouble: "2.0" }],
    ["decimal", { $numberDecimal: "1.10" }, { $numberDecimal: "1.10" }],
    ["a date", { $date: { $numberLong: "-1" } }, { $date: { $numberLong: "-1" } }],
    ["an object id", { $oid: "5f0000000000000000000001" }, { $oid: "5f0000000000000000000001" }],
    [
      "binary",
      { $binary: { base64: "AQI=", subType: "00" } },
      { $binary: { base64: "AQI=", subType: "00" } },
    ],
    ["nested values", [{ a: [{ $numberInt: "1" }] }, {}], [{ a: [{ $numberInt: "1" }] }, {}]],
  ])("arguments and results: %s comes back as it went", async (_what, sent, received) => {
    const { status, headers, body } = await run("exports = x => x", [sent]);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toEqual(received);
  });

  test("arguments and results: a function that returns nothing answers null", async () => {
    expect((await run("exports = () => {}")).text).toBe("null");
  });

  test("arguments and results: a missing argument is undefined", async () => {
    expect((await run("exports = (a, b) => typeof b", ["x"])).body).toBe("undefined");
  });

  test("arguments and results: a promise is awaited", async () => {
    expect((await run("exports = async x => (await Promise.resolve(x)) + '!'", ["hi"])).body).toBe("hi!");
  });
});

describe("context", () => {
  test("context: the caller is the user", async () => {
    const { body } = await run("exports = () => context.user");
    expect(body).toMatchObject({
      id: user.user_id,
      type: "normal",
      data: {},
      identities: [{ provider_type: "anon-user" }],
    });
  });

  test.each([
    [{ run_as_system: true }, true],
    [{ run_as_system: false }, false],
    [{ run_as_user_id_script_source: "exports = () => ({ runAsSystem: true })" }, true],
    [{ run_as_user_id_script_source: "exports = () => context.user.id" }, false],
  ])("context: with %j running as system is %s and the caller stays the user", async (settings, asSystem) => {
    const { body } = await run("exports = () => [context.runningAsSystem(), context.user.id]", [], settings);
    expect(body).toEqual([asSystem, user.user_id]);
  });

  test("context: a function that runs as a user needs that user", async () => {
    const known = await run("exports = () => 'ran'", [], { run_as_user_id: user.user_id });
    expect(known.body).toBe("ran");
    const unknown = await run("exports = () => 'ran'", [], { run_as_user_id: "5f0000000000000000000001" });
    expect(unknown.status).toBe(400);
    expect(unknown.body).toMatchObject({
      error_code: "FunctionExecutionError",
      error: expect.stringContaining("'5f0000000000000000000001' that it runs as does not exist"),
    });
  });

  test("context: values are read, secret ones as their secret's text", async () => {
    await app.add("values", { name: "rates", value: { flat: 5, list: [1, "two", null] } });
    await app.add("secrets", { name: "carrierKey", value: "s3cret" });
    await app.add("values", { name: "carrier", private: true, from_secret: true, value: "carrierKey" });
    const source =
      "exports = () => ['rates', 'carrier', 'nothing'].map(n => JSON.stringify(context.values.get(n)) || null)";
    const { body } = await run(source);
    expect(body).toEqual(['{"flat":5,"list":[1,"two",null]}', '"s3cret"', null]);
  });

  test("context: a function calls another, a private one too", async () => {
    await app.addFunction("inner", "exports = (a, b) => a + '-' + b", { private: true });
    expect((await run("exports = () => context.functions.execute('inner', 'a', 'b')")).body).toBe("a-b");
  });

  test("context: the app and its environment are told", async () => {
    await app.configure("PUT", "environment", { environment: "testing" });
    const { body } = await run(
      "exports = () => ({ id: context.app.id, client: context.app.clientAppId, tag: context.environment.tag })",
    );
    expect(body).toEqual({ id: app.appId, client: app.clientAppId, tag: "testing" });
  });

  test("context: the request is told without the caller's token", async () => {
    const { body, text } = await run("exports = () => context.request");
    expect(body).toMatchObject({
      httpMethod: "POST",
      remoteIPAddress: expect.stringMatching(/127\.0\.0\.1$/),
    });
    expect(text).not.toContain(user.access_token);
  });
});

describe("refusal", () => {
  test("refusal: an unknown function is not found", async () => {
    const { status, body } = await app.call(user.access_token, "nothing");
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: "function not found: 'nothing'", error_code: "FunctionNotFound" });
  });

  test("refusal: a private function cannot be called by a client", async () => {
    const { status, body } = await run("exports = () => 1", [], { private: true });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error_code: "FunctionNotCallable" });
  });

  test.each<[unknown, number]>([
    [{}, 200],
    [{ "%%user.type": "normal" }, 200],
    [{ "%%user.type": "server" }, 403],
    [{ "%%user.id": { "%exists": true } }, 200],
    [{ "%%values.openFrom": 8 }, 200],
    [{ "%%values.openFrom": { "%gt": 8 } }, 403],
    [{ "%%values.absent": 1 }, 403],
    [{ "%%true": { "%function": { name: "isOpen", arguments: ["%%values.openFrom"] } } }, 200],
    [{ "%%true": { "%function": { name: "throws", arguments: [] } } }, 403],
  ])("refusal: can_evaluate %j answers %i", async (expression, status) => {
    const { body } = await app.configure("GET", "values");
    if (!(body as { name: string }[]).some(value => value.name === "openFrom")) {
      await app.add("values", { name: "openFrom", value: 8 });
      await app.addFunction("isOpen", "exports = from => from === 8 || Number(from) === 8", {
        private: true,
      });
      await app.addFunction("throws", "exports = () => { throw new Error('no') }", { private: true });
    }
    expect((await run("exports = () => 1", [], { can_evaluate: expression })).status).toBe(status);
  });

  test.each<[string, string, string]>([
    ["an error", "() => { throw new Error('out of stock') }", "out of stock"],
    ["a text", "() => { throw 'sold out' }", "sold out"],
    ["a rejection", "async () => { throw new TypeError('bad order') }", "bad order"],
    ["a missing member", "() => null.price", "null"],
  ])("refusal: a function that throws %s fails with its text", async (_what, source, said) => {
    const { status, body } = await run(`exports = ${source}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error_code: "FunctionExecutionError",
      error: expect.stringContaining(said),
      link: expect.stringContaining("logs?co_id="),
    });
  });

  test.each<[string, string | undefined, number, string]>([
    ["no body", undefined, 400, "missing parameter: 'name'"],
    ["no name", '{"arguments":[]}', 400, "missing parameter: 'name'"],
    ["an empty name", '{"name":""}', 400, "'name'"],
    ["a number as name", '{"name":1}', 400, "'name'"],
    ["an object as arguments", '{"name":"x","arguments":{}}', 400, "'arguments'"],
    ["broken JSON", '{"name":', 400, "not valid JSON"],
    ["a list", "[]", 400, "must be a JSON object"],
    ["a body without end", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, 400, "more than 500 levels deep"],
    ["a service", '{"name":"find","service":"shopDb"}', 400, "'find' of the service 'shopDb'"],
  ])("refusal: a call with %s says what is wrong", async (_what, rawBody, status, said) => {
    const request = { token: user.access_token, ...(rawBody === undefined ? {} : { rawBody }) };
    const answer = await app.request("POST", "{app}/functions/call", request);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: expect.stringContaining(said) });
  });

  test.each([
    ["not Extended JSON", '{"$oid":"short"}'],
    ["nested 300 levels deep", `${"[".repeat(300)}${"]".repeat(300)}`],
  ])("refusal: an argument that is %s is an invalid parameter", async (_what, argument) => {
    await app.configure("POST", "functions", { name: "strict", private: false, source: "exports = x => x" });
    const rawBody = `{"name":"strict","arguments":[${argument}]}`;
    const answer = await app.request("POST", "{app}/functions/call", { token: user.access_token, rawBody });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: expect.stringContaining("'arguments'"),
      error_code: "InvalidParameter",
    });
  });

  test("refusal: nothing instead of arguments or of a service is no mistake", async () => {
    await app.addFunction("countsArguments", "exports = (...all) => all.length");
    const body = { name: "countsArguments", arguments: null, service: null };
    const answer = await app.request("POST", "{app}/functions/call", { token: user.access_token, body });
    expect(answer.body).toEqual({ $numberInt: "0" });
  });
});

describe("deployment", () => {
  test("deployment: a changed function is called in its new form and a deleted one is gone", async () => {
    const id = await app.addFunction("changing", "exports = () => 'old'");
    expect((await app.call(user.access_token, "changing")).body).toBe("old");
    const changed = { name: "changing", private: false, source: "exports = () => 'new'" };
    await app.configure("PUT", `functions/${id}`, changed);
    expect((await app.call(user.access_token, "changing")).body).toBe("new");
    await app.configure("DELETE", `functions/${id}`);
    expect((await app.call(user.access_token, "changing")).status).toBe(404);
  });

  test("deployment: a changed secret is seen at once", async () => {
    const id = await app.add("secrets", { name: "rolling", value: "first" });
    await app.add("values", { name: "rolling", from_secret: true, value: "rolling" });
    await app.addFunction("readRolling", "exports = () => context.values.get('rolling')");
    expect((await app.call(user.access_token, "readRolling")).body).toBe("first");
    await app.configure("PUT", `secrets/${id}`, { name: "rolling", value: "second" });
    expect((await app.call(user.access_token, "readRolling")).body).toBe("second");
  });
});
