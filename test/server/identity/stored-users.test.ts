import { startDocstore } from "@appstead/docstore";
import { type Db, MongoClient } from "mongodb";
import { startTestServer, type TestServer } from "../../harness/server-harness";
import { ClientApp } from "../client/client-app";

let server: TestServer;
let app: ClientApp;
let db: Db;
let stop: () => Promise<void>;

beforeAll(async () => {
  const store = await startDocstore();
  const client = await MongoClient.connect(store.uri);
  db = client.db("appstead");
  server = await startTestServer({ mongodbUri: store.uri });
  app = await ClientApp.create(server);
  await app.allowAnonymous();
  await app.allowPasswords();
  await app.addFunction("ping", "exports = () => 'pong'");
  stop = async () => {
    await server.close();
    await client.close();
    await store.close();
  };
});
afterAll(() => stop());

const everything = async () => {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const contents = collections.map(({ name }) => db.collection(name).find().toArray());
  return JSON.stringify(await Promise.all(contents));
};

describe("what is stored", () => {
  test("stored: no password, token or key is there in clear", async () => {
    const session = await app.registered("stored@shop.test", "correct horse battery");
    const text = await everything();
    expect(text).toContain("stored@shop.test");
    for (const secret of [
      "correct horse battery",
      session.access_token,
      session.refresh_token,
      server.privateKey,
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test("stored: equal passwords have different hashes", async () => {
    await app.registered("one@shop.test", "correct horse");
    await app.registered("two@shop.test", "correct horse");
    const hashes = await db.collection("registrations").distinct("password_hash", { email: /^(one|two)@/ });
    expect(hashes).toHaveLength(2);
  });

  test("stored: a user that deleted itself leaves nothing", async () => {
    const { access_token, user_id } = await app.registered("gone@shop.test");
    await app.request("DELETE", "/auth/delete", { token: access_token });
    for (const name of ["users", "identities", "client_sessions", "registrations"]) {
      expect(
        await db.collection(name).countDocuments({ $or: [{ user_id }, { email: "gone@shop.test" }] }),
      ).toBe(0);
    }
  });

  test("stored: an app that is deleted leaves no users, sessions or log", async () => {
    const other = await ClientApp.create(server);
    await other.allowAnonymous();
    await other.anonymous();
    await other.admin.request("DELETE", `/groups/{groupId}/apps/${other.appId}`);
    for (const name of ["users", "identities", "client_sessions", "registrations", "logs"]) {
      expect(await db.collection(name).countDocuments({ app_id: other.appId })).toBe(0);
    }
  });
});

describe("disabled users", () => {
  test("disabled: a user cannot log in, refresh or call, and can again when enabled", async () => {
    const { access_token, refresh_token } = await app.registered("off@shop.test");
    const user = { "data.email": "off@shop.test" };
    const attempts = () =>
      Promise.all([
        app.login("local-userpass", { username: "off@shop.test", password: "correct horse" }),
        app.request("POST", "/auth/session", { token: refresh_token }),
        app.call(access_token, "ping"),
      ]);
    await db.collection("users").updateOne(user, { $set: { disabled: true } });
    const refused = await attempts();
    expect(refused.map(answer => answer.status)).toEqual([401, 401, 401]);
    expect(refused.map(({ body }) => (body as { error_code: string }).error_code)).toEqual([
      "UserDisabled",
      "InvalidSession",
      "UserDisabled",
    ]);
    await db.collection("users").updateOne(user, { $set: { disabled: false } });
    expect((await attempts()).map(answer => answer.status)).toEqual([200, 201, 200]);
  });
});

describe("a crash between two writes", () => {
  test("crash: an identity whose user was never finished logs in to nobody and harms nobody", async () => {
    await app.password("register", { email: "half@shop.test", password: "correct horse" });
    const registration = await db.collection("registrations").findOne({ email: "half@shop.test" });
    const _id = `${app.appId}/local-userpass/${String(registration?._id)}`;
    const orphan = { _id, app_id: app.appId, user_id: "5f0000000000000000000001" };
    await db.collection<{ _id: string }>("identities").insertOne(orphan);
    const { status, body } = await app.login("local-userpass", {
      username: "half@shop.test",
      password: "correct horse",
    });
    expect(status).toBe(401);
    expect(body).toMatchObject({ error_code: "AuthError" });
  });
});
