import { spawnSync } from "node:child_process";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { startDocstore } from "@appstead/docstore";
import { startServer } from "@appstead/server";
import { MongoClient } from "mongodb";
import { adminRequest, logIn } from "../../harness/admin-http";
import { startTestServer, type TestServer } from "../../harness/server-harness";

const loginPath = "/auth/providers/mongodb-cloud/login";
const pairOf = ({ publicKey, privateKey }: TestServer) => ({ username: publicKey, apiKey: privateKey });

test("start: loads neither web framework nor definitions before a request needs them", () => {
  const program = `
    const { startServer } = require("@appstead/server");
    const loaded = () => ["fastify", "zod", "mongodb"].filter(name => require.cache[require.resolve(name)]);
    (async () => {
      const { url, close } = await startServer({ logLevel: "silent" });
      const { status } = await fetch(url + "/health");
      const before = loaded();
      await fetch(url + "/api/admin/v3.0/auth/profile");
      process.stdout.write(JSON.stringify({ status, before, after: loaded() }));
      await close();
    })();
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", program], {
    cwd: __dirname,
    encoding: "utf8",
  });
  expect({ stderr, ...JSON.parse(stdout || "{}") }).toEqual({
    stderr: "",
    status: 200,
    before: ["mongodb"],
    after: ["fastify", "zod", "mongodb"],
  });
});

test("first requests: all that come at once are answered", async () => {
  const server = await startTestServer();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      adminRequest(server, "POST", loginPath, { body: pairOf(server), token: null }),
    ),
  );
  expect(answers.map(answer => answer.status)).toEqual(answers.map(() => 200));
  await server.close();
});

test("first requests: one that has begun is answered although the service closes", async () => {
  const server = await startTestServer();
  const { sent, answer } = await begun(`${server.url}/api/admin/v3.0${loginPath}`);
  const closed = server.close();
  sent.end(JSON.stringify(pairOf(server)));
  expect(await answer).toMatchObject({ status: 200, headers: { connection: "close" } });
  await closed;
});

test("first requests: while the application cannot be built they fail clearly, then it is tried again", async () => {
  const database = await startDocstore({ listen: { host: "127.0.0.1", port: 0 } });
  const client = await MongoClient.connect(database.uri);
  // No unique index can be made over these.
  const apps = client.db("appstead").collection("apps");
  await apps.insertMany([{ client_app_id: "same" }, { client_app_id: "same" }]);
  const server = await startTestServer({ mongodbUri: database.uri });
  try {
    const failed = await adminRequest(server, "POST", loginPath, { body: pairOf(server), token: null });
    expect(failed).toMatchObject({
      status: 500,
      body: { error: "internal server error", error_code: "InternalServerError" },
    });
    expect(failed.headers.get("x-appservices-request-id")).toMatch(/^[0-9a-f]{24}$/);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    await apps.deleteOne({});
    expect((await logIn(server)).userId).toMatch(/^[0-9a-f]{24}$/);
  } finally {
    await server.close();
    await client.close();
    await database.close();
  }
});

test("health: has the headers of every answer, also without a body and with a query", async () => {
  const server = await startTestServer();
  // Whether a connection is kept is up to the client, which ends it after a HEAD.
  const names = ({ headers }: Response) => [...headers.keys()].filter(name => name !== "keep-alive");
  const other = await fetch(`${server.url}/no-such-route`);
  for (const [method, path] of [
    ["GET", "/health"],
    ["HEAD", "/health"],
    ["GET", "/health/?from=balancer"],
  ]) {
    const health = await fetch(`${server.url}${path}`, { method: method ?? "" });
    expect([method, path, health.status, names(health)]).toEqual([method, path, 200, names(other)]);
    expect(health.headers.get("content-type")).toBe("application/json");
  }
  const posted = await fetch(`${server.url}/health`, { method: "POST" });
  expect([posted.status, await posted.json()]).toEqual([
    404,
    { error: "no such route: POST /health", error_code: "NotFound" },
  ]);
  await server.close();
});

test("health: says when the database does not answer", async () => {
  const database = await startDocstore({ listen: { host: "127.0.0.1", port: 0 } });
  const server = await startTestServer({ mongodbUri: `${database.uri}&serverSelectionTimeoutMS=300` });
  await database.close();
  const health = await fetch(`${server.url}/health`);
  expect([health.status, await health.json()]).toEqual([
    503,
    { error: "the database does not answer", error_code: "InternalServerError" },
  ]);
  await server.close();
});

test("localhost: is all the addresses of that name", async () => {
  const server = await startTestServer({ host: "localhost" });
  const { port } = new URL(server.url);
  for (const { address, family } of await lookup("localhost", { all: true })) {
    const host = family === 6 ? `[${address}]` : address;
    expect((await fetch(`http://${host}:${port}/health`)).status).toBe(200);
  }
  await server.close();
  await expect(fetch(`${server.url}/health`)).rejects.toThrow();
});

test("start: one that fails refuses the requests that waited for it", async () => {
  let waiting: Awaited<ReturnType<typeof begun>> | undefined;
  const start = startServer({
    logLevel: "silent",
    keepFirstPair: async ({ url }) => {
      waiting = await begun(`${url}/api/admin/v3.0${loginPath}`);
      throw new Error("the disk is full");
    },
  });
  await expect(start).rejects.toThrow("the disk is full");
  expect(await waiting?.answer).toMatchObject({ status: 503, headers: { connection: "close" } });
});

/** A request whose headers the service has read; its body is still to come. */
async function begun(url: string) {
  const headers = { "content-type": "application/json", expect: "100-continue" };
  const sent = httpRequest(url, { method: "POST", headers });
  const answer = once(sent, "response").then(([response]: IncomingMessage[]) => {
    response?.resume();
    return { status: response?.statusCode, headers: response?.headers };
  });
  sent.flushHeaders();
  await once(sent, "continue");
  return { sent, answer };
}
