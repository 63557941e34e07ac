import { Harness } from "./harness";

const megabyte = 1024 * 1024;
const harness = new Harness({ timeoutMs: 300, memoryLimitBytes: 32 * megabyte });
const patient = new Harness({ memoryLimitBytes: 32 * megabyte });
afterAll(async () => {
  await Promise.all([harness.runtime.close(), patient.runtime.close()]);
});

async function stillWorks(from: Harness): Promise<void> {
  expect(await from.value("exports = x => x + 1", [1])).toBe(2);
}

describe("time", () => {
  test.each([
    ["a loop", "() => { for (;;); }"],
    ["a loop that catches everything", "async () => { for (;;) { try { for (;;); } catch {} } }"],
    ["endless promises", "async () => { for (;;) { try { await null } catch {} } }"],
    ["endless microtasks", "() => new Promise(() => { const f = () => { Promise.resolve().then(f) }; f() })"],
    ["a backtracking regular expression", "() => /(a+)+$/.test('a'.repeat(50) + 'b')"],
    ["endless timers", "() => new Promise(() => setInterval(() => {}, 5))"],
    ["a loop while loading", "for (;;);"],
    ["a loop in a getter of the result", "() => ({ get a() { for (;;); } })"],
    ["a loop in a timer", "() => new Promise(() => setTimeout(() => { for (;;); }, 1))"],
    ["a native loop without end", "() => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)"],
  ])("limits: %s ends with ExecutionTimeLimitExceeded, and other calls go on", async (_name, source) => {
    const code = source.startsWith("for") ? source : `exports = ${source}`;
    const failure = await harness.failure(code);
    expect(failure.code).toBe("ExecutionTimeLimitExceeded");
    expect(failure.message).toMatch(/^execution time limit exceeded/);
    await stillWorks(harness);
  });

  test("limits: a host that does not answer ends with ExecutionTimeLimitExceeded", async () => {
    const never = new Promise<never>(() => undefined);
    const operations = { wait: () => never };
    expect((await harness.failure("exports = () => context.wait()", [], { operations })).code).toBe(
      "ExecutionTimeLimitExceeded",
    );
    const host = { getValue: () => never, resolveFunction: () => never };
    const call = {
      appKey: "app",
      functionName: "f",
      argumentsText: "[]",
      context: { runningAsSystem: false },
      host,
    };
    await expect(
      harness.runtime.run({ ...call, source: "exports = () => context.values.get('x')" }),
    ).rejects.toMatchObject({ code: "ExecutionTimeLimitExceeded" });
    await stillWorks(harness);
  });

  test("limits: a runaway call does not hold back other calls", async () => {
    const runaway = harness.failure("exports = () => { for (;;); }", [], { appKey: "bad", timeoutMs: 5_000 });
    let isOver = false;
    void runaway.then(() => {
      isOver = true;
    });
    await stillWorks(harness);
    expect(isOver).toBe(false);
    expect((await runaway).code).toBe("ExecutionTimeLimitExceeded");
  });

  test.each([
    ["loops", "exports = () => { for (;;); }", ["good", "bad"]],
    ["loops in timers", "exports = () => new Promise(() => setTimeout(() => { for (;;); }, 1))", ["good"]],
  ])("limits: more %s than threads do not hold back calls", async (_name, source, apps) => {
    const crowded = new Harness({ maxWorkers: 2, timeoutMs: 60_000 });
    const runaways = Array.from({ length: 3 }, () => crowded.run(source, [], { appKey: "bad" }));
    const ended = Promise.allSettled(runaways);
    try {
      const values = apps.map(appKey => crowded.value("exports = () => 'done'", [], { appKey }));
      expect(await Promise.all(values)).toEqual(apps.map(() => "done"));
    } finally {
      await crowded.runtime.close();
    }
    await ended;
  });

  test("limits: a call that waits for what nothing settles fails at once", async () => {
    const failure = await patient.failure("exports = () => new Promise(() => {})");
    expect(failure).toMatchObject({
      code: "FunctionExecutionError",
      message: "function never finished: it waits for a promise that nothing will settle",
    });
  });

  test("limits: a thousand things may be waited for, not more", async () => {
    const source = (count: number) =>
      `exports = () => { for (let i = 0; i < ${count}; i++) setTimeout(() => {}, 60000); return 'ok' }`;
    expect(await patient.value(source(1000))).toBe("ok");
    expect((await patient.failure(source(1001))).message).toBe("exceeded max async work queue size of 1000");
  });
});

describe("memory", () => {
  test.each([
    ["arrays", "() => { const a = []; for (;;) a.push(new Array(1000).fill(1)) }"],
    ["objects", "() => { const a = []; for (;;) a.push({ a: 1 }) }"],
    ["one array", "() => new Array(1e9).fill(0)"],
    ["one buffer", "() => new ArrayBuffer(2 ** 31 - 1)"],
    ["strings", "() => { const a = []; for (let i = 0; ; i++) a.push('x'.repeat(100000) + i) }"],
    [
      "allocation that catches everything",
      "() => { const a = []; for (;;) { try { for (;;) a.push(new Array(1000).fill(1)) } catch {} } }",
    ],
    ["closures in promises", "async () => { const f = () => Promise.all([f(), f()]); await f() }"],
    ["a result too large", "() => 'x'.repeat(25 * 1024 * 1024)"],
  ])("limits: %s cannot exhaust memory, and other calls go on", async (_name, source) => {
    const failure = await patient.failure(`exports = ${source}`, [], { timeoutMs: 3_000 });
    expect(["FunctionExecutionError", "ExecutionTimeLimitExceeded"]).toContain(failure.code);
    await stillWorks(patient);
  });

  test("limits: the error names the memory limit", async () => {
    const failure = await patient.failure(
      "exports = () => { const a = []; for (;;) a.push({ a: [1, 2, 3] }) }",
    );
    expect(failure.message).toBe("function used more than 32 MB of memory");
    const chain = "exports = () => new Promise(() => { const f = () => Promise.resolve().then(f); f() })";
    expect((await patient.failure(chain)).message).toBe("function used more than 32 MB of memory");
  });

  test.each([
    ["recursion", "function f() { return f() + 1 }"],
    ["mutual recursion through natives", "function f() { return [1].map(f) }"],
    ["recursion through getters", "const f = () => { const o = { get a() { return o.a } }; return o.a }"],
    [
      "recursion through toString",
      "const f = () => { const o = { toString() { return String(o) } }; return String(o) }",
    ],
    ["recursion through sort", "const f = () => [2, 1].sort(f)"],
    ["nested JSON", "const f = () => JSON.parse('['.repeat(200000) + ']'.repeat(200000))"],
    ["a nested regular expression", "const f = () => new RegExp('('.repeat(100000) + ')'.repeat(100000))"],
    ["nested source", "const f = () => eval('('.repeat(100000) + ')'.repeat(100000))"],
    [
      "nested EJSON",
      "const f = () => { let o = {}; for (let i = 0; i < 100000; i++) o = { o }; return EJSON.stringify(o) }",
    ],
  ])("limits: deep %s is an error of the function, and other calls go on", async (_name, source) => {
    const failure = await patient.failure(`${source}\nexports = () => f()`);
    expect(failure.code).toBe("FunctionExecutionError");
    await stillWorks(patient);
  });
});

describe("isolation", () => {
  test("limits: nothing of a call is seen by the next", async () => {
    const taint = `exports = () => {
      globalThis.leak = 1; leak2 = 2; Object.prototype.polluted = true; Array.prototype.map = () => 'bad';
      Promise.prototype.then = () => {}; JSON.parse = () => 'bad'; context.values.get = 1; BSON.ObjectId = 5;
      const filled = []; for (let i = 0; i < 10; i++) filled.push(new Uint8Array(1024 * 1024).fill(0x41));
      return 'done' }`;
    const look = `exports = async () => [typeof leak, typeof leak2, ({}).polluted === undefined, [1].map(x => x)[0],
      (await Promise.resolve(5)), JSON.parse('6'), typeof context.values.get, typeof BSON.ObjectId,
      Array.from({ length: 10 }, () => new Uint8Array(1024 * 1024)).every(a => a.every(x => x === 0))]`;
    const solo = new Harness({ maxWorkers: 1, memoryLimitBytes: 32 * megabyte });
    try {
      expect(await solo.value(taint)).toBe("done");
      expect(await solo.value(look)).toEqual([
        "undefined",
        "undefined",
        true,
        1,
        5,
        6,
        "function",
        "function",
        true,
      ]);
    } finally {
      await solo.runtime.close();
    }
  });

  test("limits: a call that breaks its own built-ins harms only itself", async () => {
    const sources = [
      "Object.prototype.then = function () {}; exports = () => 1",
      "Promise.prototype.then = () => { throw 1 }; exports = async () => 1",
      "Array.prototype.push = () => { throw 1 }; exports = () => ({ a: 1 })",
      "Object.defineProperty(Object.prototype, '$', { get() { return 'x' } }); exports = () => [{}]",
      "Map.prototype.get = function () { return { resolve: 1 } }; exports = () => new Promise(r => setTimeout(r, 1))",
      "Object.entries = () => [['a', Symbol.iterator]]; exports = () => ({ b: 1 })",
      "Error.prototype.toString = () => { throw 1 }; exports = () => { throw new Error('x') }",
      "exports = () => { throw { get name() { throw 1 }, toString() { throw 2 } } }",
      "exports = () => { throw new Proxy(new Error('x'), { get() { throw 1 } }) }",
      "exports = () => new Proxy({}, { ownKeys() { throw new Error('trap') } })",
    ];
    await Promise.all(
      sources.map(source => patient.run(source, [], { timeoutMs: 1_000 }).catch(error => error)),
    );
    await stillWorks(patient);
  });

  test("limits: calls at the same time do not see each other", async () => {
    const source =
      "exports = async id => { globalThis.id ??= id; await context.pause(); return globalThis.id }";
    const operations = { pause: () => new Promise(resolve => setTimeout(resolve, 5)) };
    const ids = Array.from({ length: 40 }, (_, i) => i);
    const results = await Promise.all(
      ids.map(id => patient.value(source, [id], { operations, appKey: `app${id % 3}` })),
    );
    expect(results).toEqual(ids);
  });

  test("limits: unused engines and threads are let go, and come back when needed", async () => {
    const brief = new Harness({ idleMs: 50 });
    try {
      await stillWorks(brief);
      await new Promise(resolve => setTimeout(resolve, 200));
      await stillWorks(brief);
    } finally {
      await brief.runtime.close();
    }
  });
});

describe("close", () => {
  test("limits: closing fails calls in progress and refuses new ones", async () => {
    const closing = new Harness({ maxWorkers: 1 });
    const sources = [
      "exports = () => new Promise(r => setTimeout(r, 60000))",
      "exports = () => { for (;;); }",
      "exports = () => 1",
    ];
    await stillWorks(closing);
    const calls = sources.map(source =>
      closing.run(source).then(
        () => "finished",
        () => "failed",
      ),
    );
    await new Promise(resolve => setTimeout(resolve, 50));
    await closing.runtime.close();
    expect(await Promise.all(calls)).toEqual(["failed", "failed", "failed"]);
    await expect(closing.run("exports = () => 1")).rejects.toThrow("the function runtime is closed");
  });
});
