import { startDocstore } from "@appstead/docstore";
import { type Db, MongoClient } from "mongodb";
import { startTestServer, type TestServer } from "../../harness/server-harness";
import { ClientApp, type Session } from "./client-app";

// Each test starts a service of its own on one database, and those share a key.
const env = { APPSTEAD_SERVICE_KEY: Buffer.alloc(32, 7).toString("base64") };

let store: Awaited<ReturnType<typeof startDocstore>>;
let client: MongoClient;
let db: Db;
let server: TestServer;
let app: ClientApp;
let user: Session;

beforeAll(async () => {
  store = await startDocstore();
  client = await MongoClient.connect(store.uri);
  db = client.db("appstead");
});
beforeEach(async () => {
  server = await startTestServer({ mongodbUri: store.uri, env });
  app = await ClientApp.create(server);
  await app.allowAnonymous();
  user = await app.anonymous();
});
afterAll(async () => {
  await client.close();
  await store.close();
});

/** Closes the service, which writes its log out, and gives the entries of the test's app. */
async function entries(type: string) {
  await server.close();
  return db.collection("logs").find({ app_id: app.appId, type }).sort({ started: 1 }).toArray();
}

describe("log", () => {
  test("log: a call is kept with user, function, arguments, console and times", async () => {
    const id = await app.addFunction(
      "greet",
      "exports = name => { console.log('hello', name); return name }",
    );
    const { headers } = await app.call(user.access_token, "greet", "ada", {
      $oid: "5f0000000000000000000001",
    });
    expect(await entries("FUNCTION")).toEqual([
      {
        _id: expect.any(String),
        co_id: headers.get("x-appservices-request-id"),
        type: "FUNCTION",
        group_id: server.groupId,
        app_id: app.appId,
        domain_id: app.domainId,
        request_url: `/api/client/v2.0/app/${app.clientAppId}/functions/call`,
        request_method: "POST",
        started: expect.any(Date),
        completed: expect.any(Date),
        remote_ip_address: expect.stringContaining("127.0.0.1"),
        user_id: user.user_id,
        function_id: id,
        function_name: "greet",
        function_call: { name: "greet", arguments: '["ada",{"$oid":"5f0000000000000000000001"}]' },
        function_call_location: expect.any(String),
        function_call_provider_region: expect.any(String),
        status: 200,
        messages: ["hello ada"],
      },
    ]);
  });

  test("log: a failed call is kept with its error and what it had written", async () => {
    await app.addFunction(
      "fails",
      "exports = () => { console.error('about to'); throw new Error('out of stock') }",
    );
    await app.call(user.access_token, "fails");
    expect(await entries("FUNCTION")).toMatchObject([
      {
        status: 400,
        error: expect.stringContaining("out of stock"),
        error_code: "FunctionExecutionError",
        messages: ["about to", expect.stringContaining("fails")],
      },
    ]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, unknown]>([
    ["that the function keeps out of the log", { disable_arg_logs: true }, "card 4111"],
    ["that are too long", {}, "x".repeat(70_000)],
  ])("log: arguments %s are left out", async (_what, settings, argument) => {
    await app.addFunction("pay", "exports = () => 1", settings);
    await app.call(user.access_token, "pay", argument);
    const [entry] = await entries("FUNCTION");
    expect(entry?.["function_call"]).toEqual({ name: "pay" });
    expect(JSON.stringify(entry)).not.toContain("4111");
  });

  test("log: log-ins are kept with provider and device, also failed ones", async () => {
    const device = { platform: "web", platformVersion: "1", sdk: "js", sdkVersion: "2", other: 1 };
    await app.login("anon-user", { options: { device } });
    await app.login("custom-token", { token: "secret" });
    const [, login, refused] = await entries("AUTH");
    expect(login).toMatchObject({
      status: 200,
      user_id: expect.any(String),
      auth_event: { type: "login", provider: "anon-user" },
      platform: "web",
      platform_version: "1",
      sdk_name: "js",
      sdk_version: "2",
    });
    expect(refused).toMatchObject({
      status: 404,
      error_code: "AuthProviderNotFound",
      auth_event: { provider: "custom-token" },
    });
    expect(JSON.stringify(refused)).not.toContain("secret");
  });

  test.each<[string, unknown]>([
    ["a number", { device: 7 }],
    ["a list", { device: [] }],
    ["odd members", { device: { platform: { $gt: 1 }, deviceId: 5, sdkVersion: "x".repeat(1000) } }],
  ])("log: device facts that are %s do not keep anybody out", async (_what, options) => {
    expect((await app.login("anon-user", { options })).status).toBe(200);
    await server.close();
  });
});
