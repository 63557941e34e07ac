import type { ConfigObject, ConfigStore, Scope } from "@appstead/server/config";
import {
  type ConfigDatabase,
  dataSource,
  fn,
  object,
  openConfigDatabase,
  put,
  remove,
  resolver,
  value,
  withRecord,
} from "./config-harness";

let database: ConfigDatabase;
let store: ConfigStore;
let app: Scope;

beforeAll(async () => {
  database = await openConfigDatabase();
  store = database.store();
});
afterAll(() => database.close());
beforeEach(async () => {
  app = await database.app();
});

const read = async (target: ConfigObject) =>
  (await (await store.view(app)).get(target.kind, target.id))?.record;
const schema = (source: string, collection = "orders") =>
  object("Schema", {
    metadata: { data_source: source, database: "shop", collection },
    schema: { title: "Order" },
  });

describe("reference pairs", () => {
  test.each(["id", "name"] as const)("given by %s: readers get both fields, also in a list", async given => {
    const greet = fn("greet");
    const hello = resolver("hello", given === "id" ? { function_id: greet.id } : { function_name: "greet" });
    await store.apply(app, [put(greet), put(hello)]);
    const both = { function_id: greet.id, function_name: "greet" };
    expect(await read(hello)).toMatchObject(both);
    expect((await (await store.view(app)).list("CustomResolver"))[0]?.record).toMatchObject(both);
    expect(
      (await (await store.deployed(app.appId)).view.get("CustomResolver", hello.id))?.record,
    ).toMatchObject(both);
  });

  test.each(["id", "name"] as const)(
    "given by %s: show the new name when the target is renamed",
    async given => {
      const greet = fn("greet");
      const hello = resolver(
        "hello",
        given === "id" ? { function_id: greet.id } : { function_name: "greet" },
      );
      await store.apply(app, [put(greet), put(hello)]);
      await store.apply(app, [put(withRecord(greet, { name: "welcome" }))]);
      expect(await read(hello)).toMatchObject({ function_id: greet.id, function_name: "welcome" });
    },
  );

  const [first, second] = [fn("first"), fn("second")];
  const answers: [title: string, change: object, expected: { function_id: string; function_name: string }][] =
    [
      ["nothing", {}, { function_id: first.id, function_name: "first" }],
      ["the id", { function_id: second.id }, { function_id: second.id, function_name: "second" }],
      ["the name", { function_name: "second" }, { function_id: second.id, function_name: "second" }],
      [
        "both",
        { function_id: second.id, function_name: "second" },
        { function_id: second.id, function_name: "second" },
      ],
    ];
  test.each(answers)("sent back with %s changed: mean what was changed", async (_, change, expected) => {
    const hello = resolver("hello", { function_name: "first" });
    await store.apply(app, [put(first), put(second), put(hello)]);
    await store.apply(app, [put(withRecord(hello, { ...(await read(hello)), ...change }))]);
    expect(await read(hello)).toMatchObject(expected);
  });

  test("that disagree: are refused", async () => {
    const [one, two] = [fn("one"), fn("two")];
    await store.apply(app, [put(one), put(two)]);
    const write = store.apply(app, [put(resolver("hello", { function_id: one.id, function_name: "two" }))]);
    await expect(write).rejects.toMatchObject({
      code: "InvalidParameter",
      message: expect.stringMatching(/^function_name: "two" is not the name/),
    });
  });

  test("by name: follow the name to a new object when the old one is deleted with the same write", async () => {
    const [before, after] = [fn("greet"), fn("greet")];
    const named = resolver("named", { function_name: "greet" });
    await store.apply(app, [put(before), put(named)]);
    await store.apply(app, [remove(before), put(after)]);
    expect(await read(named)).toMatchObject({ function_id: after.id, function_name: "greet" });
    await store.apply(app, [put(withRecord(named, (await read(named)) ?? {}))]);
    const third = fn("greet");
    await store.apply(app, [remove(after), put(third)]);
    expect(await read(named)).toMatchObject({ function_id: third.id });
  });

  test("of one object to two that are replaced: both follow", async () => {
    const [a, b] = [fn("a"), fn("b")];
    const provider = object("AuthProvider", {
      name: "local-userpass",
      type: "local-userpass",
      config: {
        autoConfirm: false,
        runConfirmationFunction: true,
        confirmationFunctionName: "a",
        runResetFunction: true,
        resetFunctionName: "b",
      },
    });
    await store.apply(app, [put(a), put(b), put(provider)]);
    const [a2, b2] = [fn("a"), fn("b")];
    await store.apply(app, [remove(a), remove(b), put(a2), put(b2)]);
    expect(await read(provider)).toMatchObject({
      config: {
        confirmationFunctionId: a2.id,
        confirmationFunctionName: "a",
        resetFunctionId: b2.id,
        resetFunctionName: "b",
      },
    });
  });
});

describe("missing targets", () => {
  const id = "5f00000000000000000000aa";
  const cases: [name: string, write: ConfigObject, message: string][] = [
    ["an id", resolver("hello", { function_id: id }), `function_id: function not found: '${id}'`],
    ["a name", resolver("hello", { function_name: "nobody" }), "function_name: function not found: 'nobody'"],
    [
      "a name without an id beside it",
      schema("nowhere"),
      "metadata.data_source: data source not found: 'nowhere'",
    ],
    [
      "a name in an expression",
      object("Function", {
        name: "f",
        private: false,
        source: "",
        can_evaluate: { "%%true": { "%function": { name: "nobody" } } },
      }),
      "can_evaluate: function not found: 'nobody'",
    ],
  ];
  test.each(cases)("%s: is refused with the field", async (_, write, message) => {
    await expect(store.apply(app, [put(write)])).rejects.toMatchObject({
      status: 400,
      code: "InvalidParameter",
      message,
    });
  });

  test("several objects: are each named", async () => {
    const write = store.apply(app, [
      put(resolver("a", { function_name: "x" })),
      put(resolver("b", { function_name: "y" })),
    ]);
    await expect(write).rejects.toMatchObject({
      message: `custom resolver "Query.a": function_name: function not found: 'x'; custom resolver "Query.b": function_name: function not found: 'y'`,
    });
  });

  test("secrets: are asked for where they are kept", async () => {
    const asked: unknown[] = [];
    const elsewhere = {
      Secret: async (...question: unknown[]) => asked.push(question) > 0 && question[2] === "known",
    };
    const own = database.store({ elsewhere });
    const secretValue = (name: string, secret: string) =>
      object("Value", { name, from_secret: true, value: secret });
    await own.apply(app, [put(secretValue("a", "known"))]);
    const write = own.apply(app, [put(secretValue("b", "unknown"))]);
    await expect(write).rejects.toMatchObject({ message: "value: secret not found: 'unknown'" });
    expect(asked).toEqual([
      [app.appId, "name", "known"],
      [app.appId, "name", "unknown"],
    ]);
    expect(
      (await own.referrers(app.appId, "Secret", { name: "known" })).map(({ record }) => record["name"]),
    ).toEqual(["a"]);
  });
});

describe("deleting and renaming what others use", () => {
  test.each(["id", "name"] as const)(
    "a delete: names those that refer by %s and changes nothing",
    async given => {
      const greet = fn("greet");
      await store.apply(app, [
        put(greet),
        put(resolver("hello", given === "id" ? { function_id: greet.id } : { function_name: "greet" })),
      ]);
      await expect(store.apply(app, [remove(greet)])).rejects.toMatchObject({
        status: 400,
        message: `function "greet" cannot be deleted: it is used by custom resolver "Query.hello" (function_${given}); change or delete them too`,
      });
      expect(await read(greet)).toBeDefined();
    },
  );

  test("a delete together with its referrers: succeeds in either order", async () => {
    const [greet, part] = [fn("greet"), fn("part")];
    const [hello, bye] = [
      resolver("hello", { function_id: greet.id }),
      resolver("bye", { function_name: "part" }),
    ];
    await store.apply(app, [put(greet), put(part), put(hello), put(bye)]);
    await store.apply(app, [remove(greet), remove(hello), remove(bye), remove(part)]);
    expect(await (await store.view(app)).list("Function")).toEqual([]);
  });

  test("a rename: fails where only the name is written down, unless that changes with it", async () => {
    const source = dataSource("main");
    const orders = schema("main");
    await store.apply(app, [put(source), put(orders)]);
    const rename = put(withRecord(source, { name: "other" }));
    await expect(store.apply(app, [rename])).rejects.toMatchObject({
      message: `data source "main" cannot give up the name "main": it is used by schema "main.shop.orders" (metadata.data_source); change or delete them too`,
    });
    const moved = withRecord(orders, {
      metadata: { data_source: "other", database: "shop", collection: "orders" },
    });
    await store.apply(app, [rename, put(moved)]);
    expect(await read(source)).toMatchObject({ name: "other" });
  });

  test("a value that nobody uses: is deleted", async () => {
    const lonely = value("lonely");
    await store.apply(app, [put(lonely)]);
    await store.apply(app, [remove(lonely)]);
    expect(await read(lonely)).toBeUndefined();
  });
});
