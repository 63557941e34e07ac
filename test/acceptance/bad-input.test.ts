import { createServer, type Server } from "node:http";
import { createServer as createListener } from "node:net";
import { type Client, createClient, type Kind, kindNamed } from "@appstead/sdk";
import { PulumiStack, type ResourceSpec, type Run } from "../harness/pulumi-stack";
import { type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { startTestServer, type TestServer } from "../harness/server-harness";

// What a user sees when a program or a setting is wrong: one message at the resource, nothing half-done, and the next
// update goes on.

let aheadMs = 0;
let server: TestServer;
let proxy: RecordingProxy;
let client: Client;
let stack: PulumiStack;
let appId: string;
let serviceId: string;

const inApp = { appId: "<App:app>" };
const spec = (kind: string, name: string, args: object): ResourceSpec => ({
  kind,
  name,
  args: { ...inApp, ...args },
});
const fn = (name: string, more: object = {}): ResourceSpec =>
  spec("Function", name, { name, private: false, source: "exports = () => 1;", ...more });
const resolver = (name: string, more: object): ResourceSpec =>
  spec("CustomResolver", name, { onType: "Query", fieldName: name, ...more });
const secret = (name: string, value: string): ResourceSpec => spec("Secret", name, { name, value });
const rule = (name: string, role: object): ResourceSpec =>
  spec("Rule", name, {
    serviceId: "<DataSource:db>",
    database: "shop",
    collection: name,
    roles: [{ name: "all", ...role }],
  });
const schema = (name: string, text: object): ResourceSpec =>
  spec("Schema", name, { metadata: { dataSource: "db", database: "shop", collection: name }, schema: text });

const base: readonly ResourceSpec[] = [
  { kind: "App", name: "app", args: { name: "shop" } },
  spec("DataSource", "db", { name: "db", type: "mongodb", config: {} }),
  fn("greet"),
];

const stackEnv = () => ({
  APPSTEAD_URL: proxy.url,
  APPSTEAD_GROUP_ID: server.groupId,
  APPSTEAD_PUBLIC_KEY: server.publicKey,
  APPSTEAD_PRIVATE_KEY: server.privateKey,
});

beforeAll(async () => {
  server = await startTestServer({ now: () => Date.now() + aheadMs });
  proxy = await startRecordingProxy(server.url);
  client = createClient(server);
  stack = await PulumiStack.create(stackEnv());
  await stack.write(base);
  await stack.succeedUp();
  const resources = await stack.state();
  appId = resources.find(one => one.type.endsWith(":App"))?.id ?? "";
  serviceId = resources.find(one => one.type.endsWith(":DataSource"))?.id ?? "";
}, 120_000);

afterAll(async () => {
  await stack?.remove();
  await proxy?.close();
  await server?.close();
});

/** Errors of the summary, by the Pulumi name of the resource that they stand at. */
function errorsOf(run: Run): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  let at = "";
  const summary = /^Diagnostics:\n((?: {2}.*\n|\n)*)/m.exec(run.stdout)?.[1] ?? "";
  for (const line of summary.split("\n")) {
    at = /^ {2}\S+ \((.+)\):$/.exec(line)?.[1] ?? at;
    const message = /^ {4}error: (.*)$/.exec(line)?.[1] ?? /^ {4}(.+)$/.exec(line)?.[1];
    if (message !== undefined) found[at] = [...(found[at] ?? []), message];
  }
  return found;
}

/** Errors at our resources: the engine itself adds one at the stack, that the update failed. */
function ownErrorsOf(run: Run): Record<string, string[]> {
  expect(run.exitCode).not.toBe(0);
  const { "acceptance-test": _, ...own } = errorsOf(run);
  expect(JSON.stringify(own)).not.toMatch(/\bat \S+ \(|\.[jt]s:\d+|node_modules|UserError|TypeError/);
  return own;
}

const kindOf = (name: string): Kind => {
  const kind = kindNamed(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
};

/** The state and the service hold the same objects, and no draft is open. */
async function expectAgreement(): Promise<void> {
  const resources = await stack.state();
  for (const name of ["Function", "Value", "CustomResolver", "Rule", "Schema", "Secret"]) {
    const held = await client.endpoint(kindOf(name)).list({ appId, serviceId });
    const known = resources.filter(one => one.type.endsWith(`:${name}`)).map(one => one.id);
    expect({ name, ids: held.map(one => one._id).sort() }).toEqual({ name, ids: known.sort() });
  }
  expect(await client.drafts.list(appId)).toEqual([]);
}

/** A corrected program goes through, and nothing is left to do. */
async function expectContinuation(program: readonly ResourceSpec[]): Promise<void> {
  await stack.write(program);
  await stack.succeedUp();
  expect(await stack.preview()).toEqual([]);
  await expectAgreement();
}

const long = "TOP-SECRET-".repeat(50);

test.each<[string, ResourceSpec, string[]]>([
  [
    "an unknown property",
    fn("bad", { privat: true }),
    ['privat: unknown property "privat", did you mean "private"?'],
  ],
  [
    "an unknown property inside a list",
    rule("bad", { applyWhen: true, raed: true }),
    ['roles[0].raed: unknown property "raed", did you mean "read"?'],
  ],
  [
    "missing properties",
    spec("Function", "bad", { name: "bad" }),
    ["private: is required", "source: is required"],
  ],
  [
    "a missing parent",
    { kind: "Value", name: "bad", args: { name: "bad", value: 1 } },
    ["appId: is required"],
  ],
  ["an invalid name", fn("bad", { name: "a b" }), [expect.stringMatching(/^name: can only contain ASCII/)]],
  [
    "a name that is too long",
    spec("Value", "bad", { name: "n".repeat(65), value: 1 }),
    ["name: must be at most 64 characters long"],
  ],
  [
    "both halves of a pair",
    resolver("bad", { functionId: "x", functionName: "greet" }),
    ["functionId: give only one of functionId and functionName"],
  ],
  ["neither half of a pair", resolver("bad", {}), ["functionId: give one of functionId and functionName"]],
  ["a secret that is too long", secret("bad", long), ["value: must be at most 500 characters long"]],
  [
    "a malformed JSON schema",
    schema("bad", { properties: { total: { bsonType: "objekt" } } }),
    ['schema.properties.total.bsonType: unknown type "objekt", did you mean "object"?'],
  ],
  [
    "a malformed expression",
    rule("bad", { applyWhen: { "%%user.id": { "%exist": true } }, read: { "%%usr.id": "x" } }),
    [
      `roles[0].applyWhen["%%user.id"].%exist: unknown operator '%exist': did you mean '%exists'?`,
      `roles[0].read["%%usr.id"]: do not know how to expand '%%usr': did you mean '%%user'?`,
    ],
  ],
])(
  "bad input: the preview shows %s at the resource, with the property and without values",
  async (_, bad, messages) => {
    await stack.write([...base, bad]);
    const run = await stack.run(["preview"]);
    const prefix = `pulumi-nodejs:dynamic/appstead:${bad.kind} resource 'bad' has a problem: `;
    const expected = messages.map(message =>
      typeof message === "string" ? `${prefix}${message}` : expect.stringMatching(/name: can only contain/),
    );
    expect(ownErrorsOf(run)).toEqual({ bad: expected });
    expect(run.output).not.toContain("TOP-SECRET");
  },
);

test("bad input: what the service refuses fails at its resource alone, the rest is deployed, and the next up goes on", async () => {
  const good = [...base, fn("other")];
  const bad = [
    fn("first", { name: "same" }),
    fn("second", { name: "same" }),
    fn("syntax", { source: "exports = (" }),
    fn("huge", { source: `exports = () => 1; // ${"x".repeat(19 << 20)}` }),
    resolver("byId", { functionId: "5f0000000000000000000000" }),
  ];
  await stack.write([...good, ...bad]);
  const { first, second, ...errors } = ownErrorsOf(await stack.up({ args: ["--continue-on-error"] }));
  expect([...(first ?? []), ...(second ?? [])]).toEqual([
    expect.stringMatching(/^cannot create the function "same": .* exists already; set `adopt: true`/),
  ]);
  expect(errors).toEqual({
    syntax: [expect.stringMatching(/^cannot create the function "syntax": source: unexpected token/)],
    huge: [expect.stringMatching(/^cannot create the function "huge": .*too large; at most 18 MiB/)],
    byId: [expect.stringMatching(/^cannot create .* "Query.byId": functionId: function not found: '5f0+'/)],
  });
  await expectAgreement();
  await expectContinuation([...good, fn(first ? "second" : "first", { name: "same" })]);
}, 120_000);

test("bad input: a name that the service has already is one error, and taken over with adopt", async () => {
  const { _id } = await client
    .endpoint(kindOf("Function"))
    .create({ appId }, { name: "there", private: false, source: "exports = () => 2;" });
  await stack.write([...base, fn("there")]);
  expect(ownErrorsOf(await stack.up())).toEqual({
    there: [
      'cannot create the function "there": the function "there" exists already; set `adopt: true` to manage the existing one, or choose another name',
    ],
  });
  await expectContinuation([...base, fn("there", { adopt: true })]);
  expect((await stack.state()).map(one => one.id)).toContain(_id);
}, 120_000);

test("bad input: of a refused deployment each culprit hears its own part and the others where to look", async () => {
  const good = [...base, fn("bystander")];
  await stack.write([
    ...good,
    resolver("byName", { functionName: "nowhere" }),
    spec("Value", "from", { name: "from", value: "nowhere", fromSecret: true }),
  ]);
  expect(ownErrorsOf(await stack.up({ args: ["--continue-on-error"] }))).toEqual({
    bystander: [
      expect.stringMatching(
        /^cannot create the function "bystander": not deployed, because it was in one deployment with (custom resolver "Query.byName", value "from"|value "from", custom resolver "Query.byName"), which was refused; see there$/,
      ),
    ],
    byName: [
      "cannot create the custom resolver \"Query.byName\": the deployment was refused and changed nothing: functionName: function not found: 'nowhere'; if this program makes it, add dependsOn with it or pass its id",
    ],
    from: [
      "cannot create the value \"from\": the deployment was refused and changed nothing: value: secret not found: 'nowhere'; if this program makes it, add dependsOn with it or pass its id",
    ],
  });
  await expectAgreement();
  await expectContinuation(good);
}, 120_000);

test("bad input: a draft of somebody else stops the update at one resource, and is still there", async () => {
  const draft = await client.drafts.create(appId);
  const program = [...base, fn("one"), fn("two")];
  await stack.write(program);
  const refused = await stack.up({ args: ["--continue-on-error"] });
  const drafts = await client.drafts.list(appId);
  await client.drafts.discard(appId, draft._id);
  const messages = Object.values(ownErrorsOf(refused)).flat();
  expect(messages).toHaveLength(2);
  expect(messages).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/: app \w+ has a draft \(\w+\) that no deploy made.*appstead:staleDraft/),
      expect.stringMatching(/: not deployed, for the reason that is given at the function "(one|two)"$/),
    ]),
  );
  expect(drafts.map(one => one._id)).toEqual([draft._id]);
  await expectContinuation(program);
}, 120_000);

/** Another program than the service that answers every request in the same way. */
async function startStranger(status: number, type: string, body: string): Promise<Server & { url: string }> {
  const stranger = createServer((_, answer) => answer.writeHead(status, { "content-type": type }).end(body));
  await new Promise<void>(resolve => stranger.listen(0, "127.0.0.1", resolve));
  const address = stranger.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return Object.assign(stranger, { url: `http://127.0.0.1:${port}` });
}

/** Address at which nothing listens. */
async function silentUrl(): Promise<string> {
  const listener = createListener();
  await new Promise<void>(resolve => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  await new Promise(resolve => listener.close(resolve));
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

async function expectOneError(env: Record<string, string>, message: RegExp): Promise<void> {
  await stack.write([...base, fn("late")]);
  const run = await stack.up({ env });
  expect(ownErrorsOf(run)).toEqual({ late: [expect.stringMatching(message)] });
  expect(run.output).not.toContain(server.privateKey);
  await expectAgreement();
}

test.each<[string, () => Promise<Record<string, string>>, RegExp]>([
  [
    "a wrong key pair",
    async () => ({ APPSTEAD_PRIVATE_KEY: "wrong" }),
    /^cannot create the function "late": log-in refused by http:\S+: .*; check publicKey and privateKey$/,
  ],
  [
    "a service that is not there",
    async () => ({ APPSTEAD_URL: await silentUrl() }),
    /^cannot create the function "late": cannot reach the service at http:\S+: ECONNREFUSED; check the url/,
  ],
  [
    "a project that is not there",
    async () => ({ APPSTEAD_GROUP_ID: "5f0000000000000000000000" }),
    /^cannot create the function "late": .*(group|project)/,
  ],
])("bad input: %s is one error at the resource", async (_, env, message) => {
  await expectOneError(await env(), message);
});

test.each<[string, number, string, string, string]>([
  ["a web page", 200, "text/html", "<html>hello</html>", "the body is text/html, not JSON"],
  ["a web page that says 404", 404, "text/html", "<html>no</html>", "404 without a reason"],
  ["another JSON API", 404, "application/json", '{"error":"Not Found"}', "404 Not Found"],
  ["an API that accepts everything", 200, "application/json", '{"ok":true}', "no tokens in the answer"],
])("bad input: %s at the url is one error that names the url", async (_, status, type, body, message) => {
  const stranger = await startStranger(status, type, body);
  try {
    const whole = `^cannot create the function "late": .*${message}.*check that the url ${stranger.url} is`;
    await expectOneError({ APPSTEAD_URL: stranger.url }, new RegExp(whole));
  } finally {
    await new Promise(resolve => stranger.close(resolve));
  }
});

test.each<[string, number]>([
  ["the access token expires", 31 * 60_000],
  ["both tokens expire", 90 * 24 * 3_600_000],
])(
  "bad input: an update goes on when %s half-way",
  async (_, laterMs) => {
    const program = [...base, fn(`after-${laterMs}`)];
    await stack.write(program);
    const until = aheadMs + laterMs;
    proxy.reset();
    proxy.decide = (_index, { method, path }) => {
      if (method === "POST" && path.endsWith("/functions")) aheadMs = until;
      return "pass";
    };
    await stack.succeedUp();
    expect(proxy.passed.map(one => one.status)).toContain(401);
    proxy.reset();
    await expectContinuation(program);
  },
  120_000,
);
