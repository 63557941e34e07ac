import { JoinedReads } from "@appstead/server/database";

/** Reads that end when they are told to. */
function slowReads() {
  const begun: { end: (answer: string) => void; fail: () => void }[] = [];
  const read = () =>
    new Promise<string>((end, fail) => begun.push({ end, fail: () => fail(new Error("no database")) }));
  return { begun, read };
}

const turn = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

test("joined reads: those who ask before the read begins share it, and other keys have their own", async () => {
  const { begun, read } = slowReads();
  const reads = new JoinedReads<string>();
  const answers = Promise.all([reads.ask("a", read), reads.ask("a", read), reads.ask("b", read)]);
  await turn();
  begun.forEach(({ end }, index) => {
    end(`read ${index}`);
  });
  expect(await answers).toEqual(["read 0", "read 0", "read 1"]);
});

test("joined reads: who asks while a read is under way gets what is there afterwards", async () => {
  const { begun, read } = slowReads();
  const reads = new JoinedReads<string>();
  const first = reads.ask("a", read);
  await turn();
  const late = Promise.all([reads.ask("a", read), reads.ask("a", read)]);
  await turn();
  expect(begun).toHaveLength(1);
  begun[0]?.end("before");
  expect(await first).toBe("before");
  await turn();
  begun[1]?.end("after");
  expect(await late).toEqual(["after", "after"]);
});

test("joined reads: a read that fails fails only those who asked for it", async () => {
  const { begun, read } = slowReads();
  const reads = new JoinedReads<string>();
  const first = reads.ask("a", read);
  await turn();
  const late = reads.ask("a", read);
  begun[0]?.fail();
  await expect(first).rejects.toThrow("no database");
  await turn();
  begun[1]?.end("there again");
  expect(await late).toBe("there again");
});
