import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AdminKeyConflictError, AdminSettingsError, startServer } from "@appstead/server";
import { adminRequest, logIn } from "../../harness/admin-http";
import { startTestServer } from "../../harness/server-harness";

const groupId = "0123456789abcdef01234567";
let dataDir = "";

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "appstead-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const start = (admin = {}) => startServer({ dataDir, admin, logLevel: "silent" });

test("first start: creates a project and a key pair that logs in; the next start creates none", async () => {
  const first = await start();
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(first.groupId).toMatch(/^[0-9a-f]{24}$/);
  const { createdKeys } = first;
  if (!createdKeys) throw new Error("the first start gave no keys");
  await first.close();

  const second = await start();
  expect(second.createdKeys).toBeUndefined();
  expect(second.groupId).toBe(first.groupId);
  const admin = await logIn({ ...second, ...createdKeys });
  expect((await admin.request("GET", "/groups/{groupId}/apps")).status).toBe(200);
  await second.close();
});

test("given pair: is taken, and the same pair again is a no-op", async () => {
  const pair = { groupId, publicKey: "given", privateKey: "a-private-key" };
  for (const attempt of [1, 2]) {
    const server = await start(pair);
    expect({ attempt, groupId: server.groupId, keys: server.createdKeys }).toEqual({
      attempt,
      groupId,
      keys: undefined,
    });
    const { userId } = await logIn({ ...server, ...pair });
    expect(userId).toMatch(/^[0-9a-f]{24}$/);
    await server.close();
  }
});

test("given pair: another private key for a known public key is refused, without showing either", async () => {
  await (await start({ publicKey: "given", privateKey: "the-first-key" })).close();
  const failure = await start({ publicKey: "given", privateKey: "the-second-key" }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(AdminKeyConflictError);
  expect(String(failure)).toContain('"given"');
  expect(String(failure)).not.toMatch(/the-(first|second)-key/);
  // The failed start let go of the data folder.
  await (await start({ publicKey: "given", privateKey: "the-first-key" })).close();
});

test.each([
  [{ publicKey: "alone" }, "private"],
  [{ privateKey: "alone" }, "public"],
  [{ groupId: "mine" }, "24 hexadecimal digits"],
])("admin settings: %j are refused", async (admin, text) => {
  const failure = await start(admin).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AdminSettingsError);
  expect(String(failure)).toContain(text);
});

test("data folder: is held by one service at a time", async () => {
  const server = await start();
  await expect(start()).rejects.toMatchObject({ name: "DataFolderLockedError" });
  await server.close();
  await (await start()).close();
});

test("data: apps and their configuration survive a restart", async () => {
  const first = await startTestServer({ dataDir });
  const before = await logIn(first);
  const app = await before.request("POST", "/groups/{groupId}/apps", { body: { name: "kept" } });
  const path = `/groups/{groupId}/apps/${(app.body as { _id: string })._id}`;
  await before.request("POST", `${path}/values`, {
    body: { name: "v", private: false, value: { a: [1, null] } },
  });
  await first.close();

  const second = await startTestServer({ dataDir });
  const after = await logIn(second);
  expect((await after.request("GET", path)).body).toEqual(app.body);
  expect((await after.request("GET", `${path}/values`)).body).toMatchObject([{ name: "v" }]);
  // A session outlives the process that opened it.
  expect((await adminRequest(second, "GET", path, { token: before.accessToken })).status).toBe(200);
  await second.close();
});
