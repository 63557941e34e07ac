import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Client,
  createClient,
  functionKind,
  type JsonObject,
  type Kind,
  kindNamed,
} from "@appstead/sdk";
import { PulumiStack, type StateResource } from "../harness/pulumi-stack";
import { type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { startTestServer, type TestServer } from "../harness/server-harness";

// Features of the engine that users expect of every resource. One stack with one app; every test writes its program.

let server: TestServer;
let proxy: RecordingProxy;
let client: Client;
let stack: PulumiStack;
let appId: string;

const prelude = `
const pulumi = require("@pulumi/pulumi");
const appstead = require("@appstead/provider");
const { App, CustomResolver, Function, Provider, Secret, Value } = appstead;
const app = new App("app", { name: "shop" });
const fn = (name, args = {}, opts) =>
  new Function(name, { appId: app.id, name, private: false, source: "exports = () => 1;", ...args }, opts);
`;

beforeAll(async () => {
  server = await startTestServer();
  proxy = await startRecordingProxy(server.url);
  client = createClient(server);
  stack = await PulumiStack.create({
    APPSTEAD_URL: proxy.url,
    APPSTEAD_GROUP_ID: server.groupId,
    APPSTEAD_PUBLIC_KEY: server.publicKey,
    APPSTEAD_PRIVATE_KEY: server.privateKey,
  });
  await up("");
  appId = (await stack.state()).find(one => one.type.endsWith(":App"))?.id ?? "";
}, 120_000);

afterAll(async () => {
  await stack?.remove();
  await proxy?.close();
  await server?.close();
});

async function write(program: string): Promise<void> {
  await writeFile(join(stack.dir, "index.js"), prelude + program);
}

/** Deploys a program; then nothing may be left to do. */
async function up(program: string, ...args: string[]): Promise<string> {
  await write(program);
  const { output } = await stack.succeedUp({ args });
  expect(await stack.preview()).toEqual([]);
  return output;
}

/** Deploys a program that is only the beginning of a test. */
async function deploy(program: string): Promise<void> {
  await write(program);
  await stack.succeedUp();
}

async function preview(program: string, ...args: string[]): Promise<string[]> {
  await write(program);
  return stack.preview({ args });
}

/** The function with a name as the service holds it. */
async function held(name: string): Promise<JsonObject | undefined> {
  return client.endpoint(functionKind).find({ appId }, [name]);
}

/** The one resource with a Pulumi name in the state. */
async function inState(name: string): Promise<StateResource> {
  const found = (await stack.state()).filter(one => one.urn.endsWith(`::${name}`));
  expect(found).toHaveLength(1);
  return found[0] as StateResource;
}

const kindOf = (name: string): Kind => {
  const kind = kindNamed(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
};

const urn = (kind: string, name: string) =>
  `urn:pulumi:test::acceptance::pulumi-nodejs:dynamic/appstead:${kind}::${name}`;

test("engine: dependsOn is kept, one deployment after the other", async () => {
  proxy.reset();
  await up('fn("second", {}, { dependsOn: [fn("first")] });');
  expect(proxy.count("POST", /\/deployment$/)).toBe(2);
  const paths = proxy.passed.filter(one => one.method === "POST").map(one => one.path.split("/").at(-1));
  expect(paths.join(" ")).toMatch(/functions deployment drafts functions deployment$/);
}, 120_000);

test("engine: outputs of resources are outputs of the stack, ids and names known to the program", async () => {
  await up(`
    const f = fn("first");
    exports.name = f.name;
    exports.id = f.id;
    exports.text = pulumi.interpolate\`\${app.name}/\${f.name}\`;
  `);
  expect(await stack.outputs()).toEqual({
    name: "first",
    id: (await held("first"))?.["_id"],
    text: "shop/first",
  });
}, 120_000);

test("engine: a protected resource stays until its protection is taken away", async () => {
  await deploy('fn("kept", {}, { protect: true });');
  await write("");
  const refused = await stack.up();
  expect(refused.exitCode).not.toBe(0);
  expect(refused.output).toMatch(/protected/);
  expect(await held("kept")).toBeDefined();
  await stack.succeed(["state", "unprotect", "--yes", urn("Function", "kept")]);
  await deploy("");
  expect(await held("kept")).toBeUndefined();
}, 120_000);

test("engine: a renamed or moved resource with an alias keeps its object", async () => {
  await deploy('fn("old", { name: "f" });');
  const { id } = await inState("old");
  expect(await preview('fn("new", { name: "f" }, { aliases: [{ name: "old" }] });')).toEqual([]);
  const group = `
    const part = new pulumi.ComponentResource("shop:index:Part", "part");
    fn("new", { name: "f" }, { parent: part, aliases: [{ name: "old", parent: pulumi.rootStackResource }] });
  `;
  await up(group);
  expect((await inState("new")).id).toBe(id);
  expect((await inState("new")).urn).toContain("shop:index:Part$");
}, 120_000);

test("engine: a renamed resource without an alias that adopts its object does not lose it", async () => {
  await deploy("");
  await deploy('fn("before", { name: "f" });');
  const { id } = await inState("before");
  await up('fn("after", { name: "f", adopt: true });');
  expect((await held("f"))?.["_id"]).toBe(id);
}, 120_000);

test("engine: resources below a component are created, replaced and deleted with it", async () => {
  await up(`
    class Pair extends pulumi.ComponentResource {
      constructor(name) {
        super("shop:index:Pair", name);
        const f = fn(name + "-f", {}, { parent: this });
        new CustomResolver(name + "-r", { appId: app.id, onType: "Query", fieldName: name, functionId: f.id }, { parent: this });
        this.registerOutputs({ f: f.id });
      }
    }
    new Pair("one");
    new Pair("two");
  `);
  expect([await held("one-f"), await held("two-f")]).not.toContain(undefined);
  await deploy("");
  expect([await held("one-f"), await held("two-f")]).toEqual([undefined, undefined]);
}, 120_000);

test("engine: ignoreChanges leaves what it names", async () => {
  await deploy('fn("f", { source: "exports = () => 1;" });');
  const changed = `fn("f", { source: "exports = () => 2;" }, { ignoreChanges: ["source"] });`;
  await up(changed);
  expect(await held("f")).toMatchObject({ source: "exports = () => 1;" });
}, 120_000);

test("engine: replaceOnChanges makes a new object, the old one goes first", async () => {
  await deploy('fn("f");');
  const before = (await inState("f")).id;
  const changed = 'fn("f", { source: "exports = () => 3;" }, { replaceOnChanges: ["source"] });';
  expect(await preview(changed)).toEqual(["replace f"]);
  await up(changed);
  expect((await inState("f")).id).not.toBe(before);
  expect(await client.endpoint(functionKind).list({ appId })).toHaveLength(1);
}, 120_000);

test("engine: a replacement that creates first keeps the object that cannot be there twice", async () => {
  const { id } = await inState("f");
  const program = 'fn("f", { source: "exports = () => 3;" });';
  const output = await up(program, "--replace", urn("Function", "f"));
  expect(output).toContain('kept the function "f": another resource has taken it over');
  expect((await held("f"))?.["_id"]).toBe(id);
  const deleting = 'fn("f", { source: "exports = () => 3;" }, { deleteBeforeReplace: true });';
  await up(deleting, "--replace", urn("Function", "f"));
  expect((await held("f"))?.["_id"]).toBe((await inState("f")).id);
  expect((await inState("f")).id).not.toBe(id);
}, 120_000);

test("engine: transforms of one resource and of the whole stack are applied", async () => {
  await up(`
    pulumi.runtime.registerStackTransform(({ type, props, opts }) =>
      type === Function.__pulumiType ? { props: { ...props, disableArgLogs: true }, opts } : undefined);
    fn("f", {}, { transforms: [({ props, opts }) => ({ props: { ...props, private: true }, opts })] });
  `);
  expect(await held("f")).toMatchObject({ private: true, disable_arg_logs: true });
}, 120_000);

test("engine: a refresh shows what was changed elsewhere, and the next update repairs it", async () => {
  await deploy('fn("f");');
  const id = (await inState("f")).id ?? "";
  await client
    .endpoint(functionKind)
    .update({ appId }, id, { name: "f", private: false, source: "exports = () => 'drifted';" });
  const shown = await stack.succeed(["refresh", "--preview-only", "--diff"], {
    env: { PULUMI_SKIP_CONFIRMATIONS: "" },
  });
  expect(shown.output).toContain("drifted");
  await stack.succeed(["refresh", "--yes", "--skip-preview"]);
  expect((await inState("f")).outputs["source"]).toBe("exports = () => 'drifted';");
  expect(await stack.preview()).toEqual(["update f"]);
  await up('fn("f");');
  expect(await held("f")).toMatchObject({ source: "exports = () => 1;" });
}, 120_000);

test("engine: --target changes only what it names", async () => {
  await deploy('fn("a"); fn("b");');
  await write('fn("a", { private: true }); fn("b", { private: true }); fn("c");');
  await stack.succeedUp({ args: ["--target", urn("Function", "a")] });
  expect(await stack.preview()).toEqual(expect.arrayContaining(["update b", "create c"]));
  expect([await held("a"), await held("b"), await held("c")]).toMatchObject([
    { private: true },
    { private: false },
    undefined,
  ] as object[]);
}, 120_000);

test("engine: retainOnDelete leaves the object on the service", async () => {
  await deploy('fn("left", {}, { retainOnDelete: true });');
  await deploy("");
  const left = await held("left");
  expect(left).toBeDefined();
  await client.endpoint(functionKind).delete({ appId }, String(left?.["_id"]));
}, 120_000);

test("engine: a secret of the configuration is nowhere in clear", async () => {
  const program = `
    const text = new pulumi.Config().requireSecret("token");
    const secret = new Secret("token", { appId: app.id, name: "token", value: text });
    exports.token = secret.value;
    exports.plain = new Secret("plain", { appId: app.id, name: "plain", value: "plain-secret-text" }).value;
  `;
  await write(program);
  await stack.succeed(["config", "set", "--secret", "token", "first-secret-text"]);
  await stack.succeedUp();
  await stack.succeed(["config", "set", "--secret", "token", "second-secret-text"]);
  const runs = [
    await stack.succeed(["preview", "--json"]),
    await stack.succeedUp({ args: ["--diff"] }),
    await stack.succeed(["stack", "output", "--json"]),
    await stack.succeed(["stack", "export"]),
  ];
  for (const { output } of runs) expect(output).not.toMatch(/(first|second|plain)-secret-text/);
  expect(await stack.outputs()).toEqual({ token: "second-secret-text", plain: "plain-secret-text" });
  expect(await client.endpoint(kindOf("Secret")).list({ appId })).toHaveLength(2);
}, 120_000);

test("engine: an explicit provider manages resources, and its key is not in the state in clear", async () => {
  const env = { APPSTEAD_URL: "", APPSTEAD_PUBLIC_KEY: "", APPSTEAD_PRIVATE_KEY: "" };
  await write(`
    const provider = new Provider("service", { url: ${JSON.stringify(server.url)}, groupId: ${JSON.stringify(server.groupId)},
      publicKey: ${JSON.stringify(server.publicKey)}, privateKey: ${JSON.stringify(server.privateKey)} });
    new Function("by-provider", { appId: app.id, name: "by-provider", private: false, source: "exports = () => 1;" }, { provider });
  `);
  await stack.succeedUp();
  expect(await stack.preview()).toEqual([]);
  expect(await held("by-provider")).toBeDefined();
  expect(await stack.stateText()).not.toContain(server.privateKey);
  expect((await stack.run(["preview", "--diff"], { env })).output).not.toContain(server.privateKey);
}, 120_000);

test("engine: import takes over the object with an id, and changes nothing", async () => {
  await deploy("");
  const create = (kind: Kind, inputs: JsonObject, more: object = {}) =>
    client.endpoint(kind).create({ appId, ...more }, inputs);
  const there = await create(functionKind, { name: "there", private: false, source: "exports = () => 1;" });
  const service = await create(kindOf("DataSource"), { name: "db", type: "mongodb", config: {} });
  const rule = await create(
    kindOf("Rule"),
    { database: "shop", collection: "orders", roles: [] },
    { serviceId: service._id },
  );
  await write(`fn("there", { private: true }, { import: "${appId}/${there._id}" });`);
  expect((await stack.up()).output).toContain('cannot import the function "there": it differs in private');
  const program = (option: (...ids: string[]) => string) => `
    fn("there", {}, ${option(there._id)});
    const db = new appstead.DataSource("db", { appId: app.id, name: "db", type: "mongodb", config: {} }, ${option(service._id)});
    new appstead.Rule("orders", { appId: app.id, serviceId: db.id, database: "shop", collection: "orders", roles: [] },
      ${option(service._id, rule._id)});
  `;
  proxy.reset();
  await up(program((...ids) => `{ import: "${[appId, ...ids].join("/")}" }`));
  expect(proxy.count("PUT", /./)).toBe(0);
  expect(await preview(program(() => "{}"))).toEqual([]);
  expect((await inState("orders")).id).toBe(rule._id);
}, 120_000);

test.each([
  ["of another form", "5f0000000000000000000000", /import: the id .* write it as <appId>\/<id>/],
  ["that is not there", "<appId>/5f0000000000000000000000", /there is no function to import at the id 5f0+/],
])(
  "engine: an import with an id %s is an error",
  async (_, id, message) => {
    await write(`fn("absent", {}, { import: "${id.replace("<appId>", appId)}" });`);
    const run = await stack.up();
    expect(run.exitCode).not.toBe(0);
    expect(run.output).toMatch(message);
  },
  120_000,
);

test("engine: a file of pulumi import brings objects into the state", async () => {
  await deploy("");
  const inputs = { appId, name: "filed", private: false, source: "exports = () => 1;" };
  const { _id } = await client
    .endpoint(functionKind)
    .create({ appId }, { name: "filed", private: false, source: inputs.source });
  const __provider = 'exports.handler=()=>require("@appstead/provider/dynamic/function")';
  const resource = {
    type: "pulumi-nodejs:dynamic/appstead:Function",
    name: "filed",
    id: _id,
    inputs: { ...inputs, __provider },
    outputs: { ...inputs, __provider },
  };
  await writeFile(join(stack.dir, "import.json"), JSON.stringify({ resources: [resource] }));
  const args = [
    "--file",
    "import.json",
    "--generate-code=false",
    "--protect=false",
    "--yes",
    "--skip-preview",
  ];
  await stack.succeed(["import", ...args]);
  await up('fn("filed");');
  expect((await inState("filed")).id).toBe(_id);
  expect(await held("filed")).toMatchObject({ _id });
}, 120_000);

test("engine: state goes on working when the classes are loaded from another path", async () => {
  await deploy('fn("f"); new Value("v", { appId: app.id, name: "v", value: 1 });');
  const copy = join(stack.dir, "node_modules/@appstead/provider");
  const original = join(require.resolve("@appstead/provider/package.json"), "..");
  await cp(join(original, "dist"), join(copy, "dist"), { recursive: true });
  await cp(join(original, "package.json"), join(copy, "package.json"));
  await up(
    'if (!require.resolve("@appstead/provider").startsWith(__dirname)) throw new Error("not the copy"); fn("f"); new Value("v", { appId: app.id, name: "v", value: 2 });',
  );
  await stack.succeed(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
}, 120_000);

test("engine: destroy leaves nothing", async () => {
  await stack.succeed(["destroy", "--yes", "--skip-preview"]);
  expect((await stack.state()).filter(one => one.type.includes("appstead"))).toEqual([]);
}, 120_000);
