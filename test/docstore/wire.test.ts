import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DocstoreError, startDocstore } from "@appstead/docstore";
import { BSON, MongoClient } from "mongodb";
import { startTestStore, type TestStore, temporaryFolder } from "./harness";
import { formatMessage, openSocket, readMessage, socketRequest } from "./wire-client";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.close());

function header(length: number, opcode: number, rest: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.writeInt32LE(length, 0);
  head.writeInt32LE(opcode, 12);
  return Buffer.concat([head, rest]);
}

const good = formatMessage({ ping: 1, $db: "admin" });
const malformed: [name: string, bytes: Buffer][] = [
  ["a length below the header", header(5, 2013, Buffer.alloc(0))],
  ["a length beyond the limit", header(48_000_001, 2013, Buffer.alloc(0))],
  ["a negative length", header(-1, 2013, Buffer.alloc(0))],
  ["an unknown opcode", header(20, 2002, Buffer.alloc(4))],
  ["an unknown required flag", formatMessage({ ping: 1, $db: "admin" }, undefined, 1 << 7)],
  ["no body", header(26, 2013, Buffer.concat([Buffer.alloc(4), Buffer.of(1, 5, 0, 0, 0, 0)]))],
  [
    "a section that passes the end",
    header(26, 2013, Buffer.concat([Buffer.alloc(4), Buffer.of(0, 99, 0, 0, 0, 0)])),
  ],
  ["an unknown section", header(26, 2013, Buffer.concat([Buffer.alloc(4), Buffer.of(9, 5, 0, 0, 0, 0)]))],
];

test.each(malformed)("wire: %s closes that connection and no other", async (_name, bytes) => {
  const [bad, other] = await Promise.all([openSocket(store.docstore.uri), openSocket(store.docstore.uri)]);
  const closed = new Promise(resolve => bad.once("close", resolve));
  bad.on("error", () => {});
  bad.write(bytes);
  await closed;
  other.write(good);
  expect(BSON.deserialize((await readMessage(other)).subarray(21))).toMatchObject({ ok: 1 });
  other.destroy();
});

test("wire: a body that is no BSON is answered with an error", async () => {
  const broken = Buffer.from(formatMessage({ ping: 1, $db: "admin" }));
  broken[25] = 0x77;
  const socket = await openSocket(store.docstore.uri);
  socket.write(broken);
  expect(BSON.deserialize((await readMessage(socket)).subarray(21))).toMatchObject({
    ok: 0,
    code: 22,
    codeName: "InvalidBSON",
  });
  socket.destroy();
});

test("wire: messages may come in pieces and several at once", async () => {
  const socket = await openSocket(store.docstore.uri);
  const two = Buffer.concat([good, good]);
  for (const byte of two) socket.write(Buffer.of(byte));
  const first = await readMessage(socket);
  const rest =
    first.length > first.readInt32LE(0) ? first.subarray(first.readInt32LE(0)) : await readMessage(socket);
  expect(BSON.deserialize(rest.subarray(21))).toEqual({ ok: 1 });
  socket.destroy();
});

test("wire: a command without a database is refused", async () => {
  expect(await socketRequest(store.docstore.uri, { ping: 1 })).toMatchObject({ ok: 0, code: 40571 });
});

test("wire: the server announces sessions, but no replica set", async () => {
  const hello = await store.db.admin().command({ hello: 1 });
  expect(hello).toMatchObject({
    isWritablePrimary: true,
    maxBsonObjectSize: 16777216,
    logicalSessionTimeoutMinutes: 30,
  });
  expect(hello.setName).toBeUndefined();
  expect(hello.maxWireVersion).toBeGreaterThanOrEqual(9);
});

test("wire: the default socket is in a folder of its own, 0700, gone after close", async () => {
  const docstore = await startDocstore();
  const path = decodeURIComponent(/^mongodb:\/\/([^/]+)\//.exec(docstore.uri)?.[1] ?? "");
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(107);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  await docstore.close();
  await docstore.close();
  expect(existsSync(dirname(path))).toBe(false);
});

test("wire: listens on a given address or path, and refuses a path that is too long", async () => {
  const folder = await temporaryFolder();
  for (const listen of [{ host: "127.0.0.1", port: 0 }, { socketPath: join(folder.path, "s.sock") }]) {
    const docstore = await startDocstore({ listen });
    const client = new MongoClient(docstore.uri);
    expect(await client.db("a").command({ ping: 1 })).toMatchObject({ ok: 1 });
    await client.close();
    await docstore.close();
  }
  await expect(
    startDocstore({ listen: { socketPath: join(folder.path, `${"x".repeat(120)}.sock`) } }),
  ).rejects.toThrow(DocstoreError);
  await expect(startDocstore({ listen: { socketPath: join(folder.path, "plain") } })).rejects.toThrow(
    "must end with .sock",
  );
  await folder.remove();
});
