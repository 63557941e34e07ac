import { Harness, typed } from "./harness";

const harness = new Harness();
afterAll(() => harness.runtime.close());

describe("source forms", () => {
  test.each([
    ["an arrow function", "exports = x => x + 1"],
    ["an async arrow function", "exports = async x => x + 1"],
    ["a named function", "exports = function increment(x) { return x + 1 }"],
    ["an async function", "exports = async function (x) { return x + 1; };"],
    ["helpers beside it", "const one = 1;\nfunction add(a, b) { return a + b }\nexports = x => add(x, one)"],
    ["a trailing comment", "exports = x => x + 1 // done"],
    ["strict mode", "'use strict';\nexports = x => x + 1"],
    ["modern syntax", "exports = async ({ n } = { n: 1 }) => { for await (const x of [n]) return x ?? 0 }"],
  ])("functions: %s can be exported", async (_name, source) => {
    expect(await harness.value(source, source.includes("{ n }") ? [] : [1])).toBe(
      source.includes("{ n }") ? 1 : 2,
    );
  });

  test.each([
    ["exports nothing", "const x = 1", "function 'main' must assign a function to 'exports'"],
    ["exports a number", "exports = 5", "function 'main' must assign a function to 'exports'"],
  ])("functions: a source that %s fails", async (_name, source, message) => {
    expect((await harness.failure(source)).message).toBe(message);
  });
});

describe("context", () => {
  const context = {
    app: { id: "a1", name: "shop" },
    environment: { tag: "qa", values: { region: "eu" } },
    user: typed({ id: "u1", type: "normal", custom_data: { since: { $date: { $numberLong: "5" } } } }),
    request: { httpMethod: "GET", requestHeaders: { "X-A": ["1"] } },
    runningAsSystem: false,
  };

  test("functions: context holds what the call was given", async () => {
    const source = `exports = () => [context.app.name, context.environment.tag, context.environment.values.region,
      context.user.id, context.user.custom_data.since.getTime(), context.request.httpMethod, context.runningAsSystem()]`;
    expect(await harness.value(source, [], { context })).toEqual(["shop", "qa", "eu", "u1", 5, "GET", false]);
  });

  test("functions: context.request is absent without a request", async () => {
    expect(await harness.value("exports = () => 'request' in context")).toBe(false);
  });

  test("functions: context.values.get gives values at once, undefined for unknown ones", async () => {
    const source = "exports = () => [context.values.get('limit'), context.values.get('nope') === undefined]";
    expect(await harness.value(source, [], { values: { limit: { n: 3 } } })).toEqual([{ n: 3 }, true]);
  });

  test("functions: a host that fails to give a value fails with its message and no path of ours", async () => {
    const host = {
      getValue: async () => Promise.reject(new Error("vault is sealed")),
      resolveFunction: async () => undefined,
    };
    const call = { appKey: "app", functionName: "main", argumentsText: "[]", context, host };
    const source =
      "exports = () => { try { context.values.get('x') } catch (e) { return e.message + e.stack } }";
    const { resultText: result } = await harness.runtime.run({ ...call, source });
    expect(result).toContain("vault is sealed");
    expect(result).not.toMatch(/node_modules|dist|\/worker/);
  });
});

describe("context.functions.execute", () => {
  const functions = {
    add: "exports = (a, b) => a + b",
    later: "exports = async x => x * 2",
    twice: "exports = (f, x) => f(f(x))",
    who: "exports = () => [context.user.id, context.runningAsSystem()]",
    system: {
      source: "exports = () => [context.runningAsSystem(), context.functions.execute('who')]",
      runsAsSystem: true,
    },
    fails: "exports = () => {\n  throw new RangeError('too far')\n}",
    "folder/deep": "exports = () => 'deep'",
    loop: "exports = n => context.functions.execute('loop', n + 1)",
    counter: "let n = 0; exports = () => ++n",
  };

  test.each([
    ["a synchronous function returns its value", "() => context.functions.execute('add', 1, 2)", 3],
    [
      "an asynchronous function returns a promise",
      "async () => (await context.functions.execute('later', 4)) + 1",
      9,
    ],
    ["functions pass by reference", "() => context.functions.execute('twice', x => x + 1, 5)", 7],
    ["names may hold folders", "() => context.functions.execute('folder/deep')", "deep"],
    ["each execution starts anew", "() => [1, 2].map(() => context.functions.execute('counter'))", [1, 1]],
  ])("functions: %s", async (_name, source, expected) => {
    expect(await harness.value(`exports = ${source}`, [], { functions })).toEqual(expected);
  });

  test("functions: run_as_system of a callee holds for it and what it calls, not for its caller", async () => {
    const source = "exports = () => [context.functions.execute('system'), context.functions.execute('who')]";
    const context = { user: { id: "u1" }, runningAsSystem: false };
    expect(await harness.value(source, [], { functions, context })).toEqual([
      [true, ["u1", true]],
      ["u1", false],
    ]);
  });

  test("functions: an error of a callee can be caught, and names both functions when it is not", async () => {
    const caught =
      "exports = () => { try { context.functions.execute('fails') } catch (e) { return e.name } }";
    expect(await harness.value(caught, [], { functions })).toBe("RangeError");
    const failure = await harness.failure("exports = () => context.functions.execute('fails')", [], {
      functions,
    });
    expect(failure).toMatchObject({ message: "too far", errorName: "RangeError" });
    expect(failure.functionStack).toMatch(/fails\.js:2:\d+[\s\S]*main\.js:1:\d+/);
  });

  test("functions: an unknown function is an error that names it", async () => {
    const failure = await harness.failure("exports = () => context.functions.execute('nope')");
    expect(failure).toMatchObject({ errorName: "FunctionNotFound", message: "function not found: 'nope'" });
  });

  test("functions: endless calls of functions end with an error", async () => {
    const failure = await harness.failure("exports = () => context.functions.execute('loop', 0)", [], {
      functions,
    });
    expect(failure.message).toBe("functions call each other more than 64 levels deep");
  });
});

describe("host operations", () => {
  const operations = {
    "http.get": async (args: unknown[], frame: unknown) => ({ args, frame }),
    "store.fail": async () =>
      Promise.reject(Object.assign(new Error("E11000 duplicate key"), { name: "MongoDBError" })),
  };

  test("functions: an operation is a method of context that answers with a promise", async () => {
    const source =
      "exports = async () => { const p = context.http.get({ url: 'x' }, 2); return [p instanceof Promise, await p] }";
    expect(await harness.value(source, [], { operations })).toEqual([
      true,
      { args: [{ url: "x" }, 2], frame: { functionName: "main", runsAsSystem: false } },
    ]);
  });

  test("functions: a failed operation rejects with the host's name and message only", async () => {
    const failure = await harness.failure("exports = () => context.store.fail()", [], { operations });
    expect(failure).toMatchObject({ errorName: "MongoDBError", message: "E11000 duplicate key" });
    expect(failure.functionStack).not.toMatch(/node_modules|dist/);
  });

  test("functions: many operations run at once", async () => {
    const source =
      "exports = async () => (await Promise.all(Array.from({ length: 500 }, (_, i) => context.http.get(i)))).length";
    expect(await harness.value(source, [], { operations })).toBe(500);
  });

  test("functions: calls that wait do not hold back others, even in a call they wait for", async () => {
    const nested = async (args: unknown[]): Promise<unknown> =>
      Number(args[0]) === 0
        ? "bottom"
        : (await harness.run(source, [Number(args[0]) - 1], { operations: { nested } })).result;
    const source = "exports = n => context.nested(n)";
    expect(await harness.value(source, [20], { operations: { nested } })).toBe("bottom");
  });
});

describe("timers", () => {
  test.each([
    [
      "setTimeout waits and passes arguments",
      "() => new Promise(r => setTimeout((a, b) => r(a + b), 5, 1, 2))",
      3,
    ],
    [
      "setInterval repeats until cleared",
      "() => new Promise(r => { let n = 0; const t = setInterval(() => { if (++n === 3) { clearInterval(t); r(n) } }, 1) })",
      3,
    ],
    [
      "clearTimeout prevents the callback",
      "() => new Promise(r => { const t = setTimeout(() => r('no'), 1); clearTimeout(t); setTimeout(() => r('yes'), 20) })",
      "yes",
    ],
    [
      "timers left behind do not delay the result",
      "() => { setTimeout(() => {}, 60000); setInterval(() => {}, 60000); return 1 }",
      1,
    ],
  ])("functions: %s", async (_name, source, expected) => {
    expect(await harness.value(`exports = ${source}`)).toBe(expected);
  });
});

describe("console", () => {
  test("functions: console lines are kept in order, errors apart as well", async () => {
    const source = `exports = () => {
      console.log('a', 1, { b: [true, null] }, undefined, BSON.ObjectId('5f5f5f5f5f5f5f5f5f5f5f5f'));
      console.info('i'); console.warn('w'); console.debug('d'); console.error('e', new TypeError('bad').message);
    }`;
    const { logs, errorLogs } = await harness.run(source);
    expect(logs).toEqual([
      'a 1 {"b":[true,null]} undefined {"$oid":"5f5f5f5f5f5f5f5f5f5f5f5f"}',
      "i",
      "w",
      "d",
      "e bad",
    ]);
    expect(errorLogs).toEqual(["e bad"]);
  });

  test("functions: the last 25 lines are kept, 512 bytes each, whole characters only", async () => {
    const { logs } = await harness.run(
      "exports = () => { for (let i = 0; i < 1000; i++) console.log(i + 'é'.repeat(10000)) }",
    );
    expect(logs).toHaveLength(25);
    expect(logs[24]?.startsWith("999é")).toBe(true);
    expect(Buffer.byteLength(logs[24] ?? "")).toBe(511);
  });

  test("functions: a failed call keeps its lines", async () => {
    const failure = await harness.failure(
      "exports = () => { console.log('before'); console.error('bad'); throw 1 }",
    );
    expect(failure).toMatchObject({ logs: ["before", "bad"], errorLogs: ["bad"], message: "1" });
  });
});

describe("errors", () => {
  test.each([
    ["an Error", "() => { throw new Error('boom') }", "Error", "boom"],
    [
      "a subclass",
      "() => { class Mine extends Error { constructor(m) { super(m); this.name = 'Mine' } } throw new Mine('x') }",
      "Mine",
      "x",
    ],
    ["a string", "() => { throw 'plain' }", "", "plain"],
    ["an object", "() => { throw { code: 5 } }", "", '{"code":5}'],
    ["undefined", "() => { throw undefined }", "", "undefined"],
    ["a symbol", "() => { throw Symbol('x') }", "", "Symbol(x)"],
    ["an Error without a message", "() => { throw new RangeError() }", "RangeError", "RangeError"],
    ["a long Error", "() => { throw new Error('x'.repeat(1e6)) }", "Error", "x".repeat(16 * 1024)],
    ["a rejection", "async () => { await null; throw new Error('later') }", "Error", "later"],
    ["a mistake", "() => nope.x", "ReferenceError", "nope is not defined"],
  ])("functions: %s that is thrown fails the call", async (_name, source, errorName, message) => {
    const failure = await harness.failure(`exports = ${source}`);
    expect(failure).toMatchObject({
      name: "FunctionExecutionError",
      code: "FunctionExecutionError",
      errorName,
      message,
    });
  });

  test("functions: the stack names positions in the user's source and nothing else", async () => {
    const failure = await harness.failure("function helper() {\n  null.x\n}\nexports = () => helper()");
    expect(failure.functionStack.split("\n")).toEqual([
      expect.stringMatching(/^ +at helper \(main\.js:2:\d+\)$/),
      expect.stringMatching(/^ +at exports \(main\.js:4:\d+\)$/),
    ]);
    const first = await harness.failure("exports = () => { throw new Error('x') }");
    expect(first.functionStack).toMatch(/main\.js:1:(\d+)/);
    expect(Number(/:1:(\d+)/.exec(first.functionStack)?.[1])).toBeLessThanOrEqual(40);
  });

  test("functions: require of a module that is not there says so", async () => {
    const failure = await harness.failure("exports = () => require('left-pad')");
    expect(failure.message).toBe(
      "Cannot find module 'left-pad': it is neither built in nor an uploaded dependency",
    );
  });
});

describe("checkSyntax", () => {
  test.each([["exports = async () => { await 1 }"], ["exports = () => 1 // comment"], ["while (true) {}"]])(
    "checkSyntax: '%s' compiles and is not run",
    async source => {
      expect(await harness.runtime.checkSyntax(source)).toEqual({ ok: true });
    },
  );

  test.each([
    ["exports = () => {", 1],
    ["const a = 1;\nlet b = = 2;", 2],
    ["return 5", 1],
    ["import x from 'y'", 1],
    ["}); (function () {", 1],
    ["let exports = 1", 1],
    ["(".repeat(100_000), 1],
  ])("checkSyntax: a mistake is reported with its line (%#)", async (source, line) => {
    const check = await harness.runtime.checkSyntax(source);
    expect(check).toMatchObject({
      ok: false,
      line,
      column: expect.any(Number),
      message: expect.stringMatching(/./),
    });
  });
});
