import type { Document } from "mongodb";
import {
  Binary,
  BSON,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from "mongodb";
import { startTestStore, type TestStore } from "./harness";
import { socketRequest } from "./wire-client";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.close());

const values: [name: string, value: unknown][] = [
  ["int32", new Int32(1)],
  ["double that is whole", new Double(1)],
  ["negative zero", new Double(-0)],
  ["NaN", new Double(Number.NaN)],
  ["int64", Long.fromNumber(1)],
  ["int64 beyond doubles", Long.fromString("9223372036854775807")],
  ["decimal with its zeros", Decimal128.fromString("1.500")],
  ["decimal exponent", Decimal128.fromString("-1E-6176")],
  ["decimal NaN", Decimal128.fromString("NaN")],
  ["date before the epoch", new Date(-1)],
  ["string with NUL and astral characters", "a\0b\u{1f600}é"],
  ["binary", new Binary(Buffer.from([0, 255]), 0x80)],
  ["binary of the old subtype", new Binary(Buffer.from([1]), 2)],
  ["uuid", new UUID("00112233-4455-6677-8899-aabbccddeeff")],
  ["object id", new ObjectId("0123456789abcdef01234567")],
  ["regular expression", new BSONRegExp("a.*b", "im")],
  ["timestamp", new Timestamp({ t: 5, i: 7 })],
  ["MinKey", new MinKey()],
  ["MaxKey", new MaxKey()],
  ["symbol", new BSONSymbol("s")],
  ["code", new Code("x")],
  ["code with scope", new Code("x", { a: new Int32(1) })],
  ["DBRef", new DBRef("c", new ObjectId("0123456789abcdef01234567"))],
  ["nested empties", { a: {}, b: [], c: [[], {}] }],
  ["null", null],
];

/** The bytes of a document, as a client sees them. */
async function rawOf(
  filter: Document,
  collection: Awaited<ReturnType<TestStore["collection"]>>,
): Promise<string> {
  const raw: unknown = await collection.findOne(filter, { raw: true });
  if (!(raw instanceof Uint8Array)) throw new Error("no raw document");
  return Buffer.from(raw).toString("hex");
}

test.each(values)(
  "bson: %s comes back byte for byte, also after another field has changed",
  async (_name, value) => {
    const collection = await store.collection();
    const doc = { _id: new Int32(1), v: value, list: [value], z: new Int32(0) };
    await collection.insertOne(doc as unknown as Document);
    expect(await rawOf({}, collection)).toBe(Buffer.from(BSON.serialize(doc)).toString("hex"));
    await collection.updateOne({}, { $inc: { z: new Int32(1) } });
    expect(await rawOf({}, collection)).toBe(
      Buffer.from(BSON.serialize({ ...doc, z: new Int32(1) })).toString("hex"),
    );
  },
);

test("bson: what JavaScript objects cannot hold is kept by an update", async () => {
  const collection = await store.collection();
  // {_id: 1, "2": int32 7, "1": undefined, x: DBPointer("db.c", 01…0c)}: numeric names out of order, two deprecated types.
  const fields = [
    Buffer.from("\x10_id\0\x01\0\0\0", "latin1"),
    Buffer.from("\x102\0\x07\0\0\0", "latin1"),
    Buffer.from("\x061\0", "latin1"),
    Buffer.from("\x0cx\0\x05\0\0\0db.c\0\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c", "latin1"),
  ];
  const body = Buffer.concat(fields);
  const bytes = Buffer.concat([Buffer.alloc(4), body, Buffer.of(0)]);
  bytes.writeInt32LE(bytes.length, 0);
  await insertRaw(collection.collectionName, bytes);
  expect(await rawOf({}, collection)).toBe(bytes.toString("hex"));
  await collection.updateOne({}, { $set: { n: true } });
  const changed = Buffer.concat([Buffer.alloc(4), body, Buffer.from("\x08n\0\x01\0", "latin1")]);
  changed.writeInt32LE(changed.length, 0);
  expect(await rawOf({}, collection)).toBe(changed.toString("hex"));
});

/** Sends an insert whose document the driver could not have written. */
async function insertRaw(collection: string, document: Buffer): Promise<void> {
  const reply = await socketRequest(
    store.docstore.uri,
    { insert: collection, $db: "test" },
    { name: "documents", documents: [document] },
  );
  expect(reply).toMatchObject({ ok: 1, n: 1 });
}
