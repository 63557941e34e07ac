import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@appstead/sdk";
import { type AdminHttp, idOf, logIn } from "../harness/admin-http";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { createApp } from "./world";

const otherPair = { publicKey: "otherkey", privateKey: "9b8a7c6d-1111-4222-8333-444455556666" };

let dataDir = "";
let server: TestServer;
let admin: AdminHttp;
/** Another admin user of the same project. */
let other: AdminHttp;
let app = "";

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "appstead-"));
  // A start with another key pair adds its user to the project.
  await (await startTestServer({ dataDir, admin: otherPair })).close();
  server = await startTestServer({ dataDir });
  admin = await logIn(server);
  other = await logIn({ ...server, ...otherPair });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  app = `/groups/{groupId}/apps/${(await createApp(admin))._id}`;
});

const send = (method: string, path: string, body?: unknown) =>
  admin.request(method, `${app}${path}`, { body });
const value = (name: string, content: unknown = 1) =>
  send("POST", "/values", { name, private: false, value: content });
const deployments = async () => (await send("GET", "/deployments")).body as JsonObject[];

async function deploy(draftId: string, body?: unknown): Promise<JsonObject> {
  const answer = await send("POST", `/drafts/${draftId}/deployment`, body);
  expect(answer).toMatchObject({ status: 201, body: { status: "created", draft_id: draftId } });
  for (;;) {
    const { body: deployment } = await send("GET", `/deployments/${idOf(answer)}`);
    const { status } = deployment as { status: string };
    if (status !== "created" && status !== "pending") return deployment as JsonObject;
  }
}

test("without a draft: every write is a deployment of its own", async () => {
  await value("a");
  await value("b");
  const listed = await deployments();
  expect(listed).toHaveLength(2);
  expect(listed[0]).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: listed[0]?.["_id"],
    app_id: app.split("/").at(-1),
    user_id: admin.userId,
    deployed_at: expect.any(Number),
    origin: expect.any(String),
    commit: "",
    status: "successful",
    status_error_message: "",
    diff_url: "",
    remote_location: "US-VA",
  });
});

test("draft: is created without a body, listed, and there is one per user", async () => {
  expect(await send("GET", "/drafts")).toMatchObject({ status: 200, body: [] });
  const created = await send("POST", "/drafts");
  expect(created).toMatchObject({
    status: 201,
    body: { user_id: admin.userId, app: { name: expect.any(String) } },
  });
  expect((await send("GET", "/drafts")).body).toMatchObject([{ _id: idOf(created), user_id: admin.userId }]);
  const second = await send("POST", "/drafts", {});
  expect(second).toMatchObject({
    status: 409,
    body: { error: "a draft already exists", error_code: "DraftAlreadyExists" },
  });
});

test("draft: a mark or a name that cannot be kept is refused, and the field is named", async () => {
  const mark = { project: "p", stack: "s", process: "", lease_ms: 1 };
  expect(await send("POST", "/drafts", { mark })).toMatchObject({
    status: 400,
    body: {
      error: "mark.process: must not be empty; mark.lease_ms: must be from 1000 to 600000 milliseconds",
    },
  });
  const draft = `/drafts/${idOf(await send("POST", "/drafts"))}`;
  expect(await send("POST", `${draft}/deployment`, { name: 5 })).toMatchObject({
    status: 400,
    body: { error: "name: must be a string, not a number", error_code: "InvalidParameter" },
  });
  expect((await send("DELETE", draft)).status).toBe(204);
});

test("draft: keeps the mark of a deploy and renews its lease with every write", async () => {
  const mark = { project: "shop", stack: "dev", process: "p1", lease_ms: 30_000 };
  const created = await send("POST", "/drafts", { mark });
  expect(created.body).toMatchObject({ mark, lease_expires_at: expect.any(Number), now: expect.any(Number) });
  const leaseOf = async () =>
    ((await send("GET", "/drafts")).body as { lease_expires_at: number }[])[0]?.lease_expires_at ?? 0;
  const before = await leaseOf();
  await new Promise(resolve => setTimeout(resolve, 5));
  await value("renews");
  expect(await leaseOf()).toBeGreaterThan(before);
});

test.each([
  [{ mark: { project: "p", stack: "s", process: "x" } }, "MissingParameter", "mark.lease_ms"],
  [{ mark: { project: "p", stack: "s", process: "", lease_ms: 30_000 } }, "InvalidParameter", "mark.process"],
  [{ mark: "mine" }, "InvalidParameter", "mark"],
])("draft: the body %j is refused", async (body, code, field) => {
  const answer = await send("POST", "/drafts", body);
  expect(answer).toMatchObject({
    status: 400,
    body: { error_code: code, error: expect.stringContaining(field) },
  });
});

test("draft: its owner reads through it, and nothing is deployed until it is", async () => {
  const draft = idOf(await send("POST", "/drafts"));
  const id = idOf(await value("inDraft", "first"));
  expect((await send("GET", `/values/${id}`)).body).toMatchObject({ value: "first" });
  expect(await deployments()).toEqual([]);
  expect(await deploy(draft, { name: "release 1" })).toMatchObject({
    status: "successful",
    name: "release 1",
  });
  expect(await deployments()).toMatchObject([{ name: "release 1", draft_id: draft }]);
  expect((await send("GET", "/drafts")).body).toEqual([]);
  expect((await send("GET", `/values/${id}`)).body).toMatchObject({ value: "first" });
});

test("draft: another user reads what is deployed", async () => {
  await send("POST", "/drafts");
  const id = idOf(await value("hidden"));
  expect((await other.request("GET", `${app}/values/${id}`)).status).toBe(404);
  expect((await other.request("GET", `${app}/drafts`)).body).toEqual([]);
});

test("draft: is discarded with its changes", async () => {
  const draft = idOf(await send("POST", "/drafts"));
  const id = idOf(await value("discarded"));
  expect(await send("DELETE", `/drafts/${draft}`)).toMatchObject({ status: 204, text: "" });
  expect((await send("GET", `/values/${id}`)).status).toBe(404);
  expect(await send("DELETE", `/drafts/${draft}`)).toMatchObject({
    status: 404,
    body: { error_code: "DraftNotFound" },
  });
});

test("draft: deploys without a body, with an empty one and with an empty name", async () => {
  for (const [index, body] of [undefined, {}, { name: "" }].entries()) {
    const draft = idOf(await send("POST", "/drafts"));
    await value(`v${index}`);
    const deployment = await deploy(draft, body);
    expect(deployment).toMatchObject({ status: "successful", name: deployment["_id"] });
  }
});

test("draft: one with a missing reference fails, keeps the draft and changes nothing", async () => {
  const draft = idOf(await send("POST", "/drafts"));
  await value("kept");
  const trigger = {
    name: "nightly",
    type: "SCHEDULED",
    config: { schedule: "0 4 * * *" },
    event_processors: { FUNCTION: { config: { function_name: "nowhere" } } },
  };
  expect((await send("POST", "/triggers", trigger)).status).toBe(201);
  const deployment = await deploy(draft);
  expect(deployment).toMatchObject({
    status: "failed",
    status_error_message: expect.stringContaining("nowhere"),
  });
  expect((await send("GET", "/drafts")).body).toHaveLength(1);
  await send("DELETE", `/drafts/${draft}`);
  expect((await send("GET", "/values")).body).toEqual([]);
});

test("draft: one that conflicts with a deployment made since is refused", async () => {
  const id = idOf(await value("contested", 0));
  const path = `${app}/values/${id}`;
  const draft = idOf(await send("POST", "/drafts"));
  await send("PUT", `/values/${id}`, { name: "contested", private: false, value: "mine" });
  await value("wanted", "mine");
  await other.request("PUT", path, { body: { name: "contested", private: false, value: "theirs" } });
  await other.request("POST", `${app}/values`, { body: { name: "wanted", private: false, value: "theirs" } });
  const answer = await send("POST", `/drafts/${draft}/deployment`);
  expect(answer).toMatchObject({
    status: 409,
    body: {
      error_code: "DraftConflict",
      error: expect.stringContaining('made since: value "contested", value "wanted"; discard'),
    },
  });
});

test("diff: has one text for each object that is added, removed or modified", async () => {
  await value("removed");
  const changed = idOf(await value("changed", "before"));
  const removed = ((await send("GET", "/values")).body as JsonObject[]).find(
    item => item["name"] === "removed",
  );
  const draft = idOf(await send("POST", "/drafts"));
  await value("added");
  await send("PUT", `/values/${changed}`, { name: "changed", private: false, value: "after" });
  await send("DELETE", `/values/${removed?.["_id"]}`);
  const { status, body } = await send("GET", `/drafts/${draft}/diff`);
  const { diffs, hosting_files_diff } = body as { diffs: string[]; hosting_files_diff: unknown };
  expect(status).toBe(200);
  expect(diffs).toHaveLength(3);
  expect(diffs.join("\n")).toMatch(/added[\s\S]*|changed[\s\S]*|removed/);
  expect(diffs.find(diff => diff.includes("after"))).toContain("before");
  expect(hosting_files_diff).toEqual({ added: [], deleted: [], modified: [] });
});

test("redeploy: brings an earlier version back as a new deployment", async () => {
  const id = idOf(await value("versioned", 1));
  const [first] = await deployments();
  await send("PUT", `/values/${id}`, { name: "versioned", private: false, value: 2 });
  expect(await send("POST", `/deployments/${first?.["_id"]}/redeploy`)).toMatchObject({
    status: 204,
    text: "",
  });
  expect((await send("GET", `/values/${id}`)).body).toMatchObject({ value: 1 });
  const listed = await deployments();
  expect(listed).toHaveLength(3);
  expect(listed[0]).toMatchObject({ status: "successful" });
});

test("secrets, the environment and deployment settings: are outside drafts", async () => {
  const draft = idOf(await send("POST", "/drafts"));
  await send("POST", "/secrets", { name: "key", value: "k" });
  await send("PUT", "/environment", { environment: "qa" });
  await send("DELETE", `/drafts/${draft}`);
  expect((await send("GET", "/secrets")).body).toMatchObject([{ name: "key" }]);
  expect((await send("GET", "")).body).toMatchObject({ environment: "qa" });
});

test.each([
  ["GET", "/deployments/0123456789abcdef01234567", "DeploymentNotFound"],
  ["POST", "/deployments/0123456789abcdef01234567/redeploy", "DeploymentNotFound"],
  ["POST", "/drafts/0123456789abcdef01234567/deployment", "DraftNotFound"],
  ["GET", "/drafts/0123456789abcdef01234567/diff", "DraftNotFound"],
  ["DELETE", "/drafts/nonsense", "DraftNotFound"],
])("unknown id: %s %s answers 404 %s", async (method, path, error_code) => {
  expect(await send(method, path)).toMatchObject({ status: 404, body: { error_code } });
});

test("deployments: the list holds the 25 most recent", async () => {
  const id = idOf(await value("often"));
  for (let count = 1; count <= 26; count++) {
    await send("PUT", `/values/${id}`, { name: "often", private: false, value: count });
  }
  expect(await deployments()).toHaveLength(25);
});
