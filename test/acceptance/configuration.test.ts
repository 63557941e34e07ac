import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PulumiStack, type ResourceSpec, type Run } from "../harness/pulumi-stack";
import { type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { startTestServer, type TestServer } from "../harness/server-harness";

// Where settings come from: an explicit provider, the stack's configuration, the environment, the profile file. Every
// place has an address of its own for the one service, so that it shows which one was asked.

const places = ["provider", "config", "environment", "profile", "other profile"] as const;
type Place = (typeof places)[number];

let server: TestServer;
let proxies: Map<Place, RecordingProxy>;
let configHome: string;
let stack: PulumiStack;

beforeAll(async () => {
  server = await startTestServer();
  proxies = new Map();
  for (const place of places) proxies.set(place, await startRecordingProxy(server.url));
  configHome = await mkdtemp(join(tmpdir(), "appstead-xdg-"));
  stack = await PulumiStack.create({});
}, 120_000);

afterAll(async () => {
  await stack?.remove();
  for (const proxy of proxies?.values() ?? []) await proxy.close();
  await server?.close();
  await rm(configHome, { recursive: true, force: true });
});

const urlOf = (place: Place) => proxies.get(place)?.url ?? "";
const keys = () => ({ publicKey: server.publicKey, privateKey: server.privateKey });
const keyVariables = () => ({
  APPSTEAD_PUBLIC_KEY: server.publicKey,
  APPSTEAD_PRIVATE_KEY: server.privateKey,
});
const xdg = () => ({ XDG_CONFIG_HOME: configHome });

async function writeProfiles(text: string): Promise<void> {
  await mkdir(join(configHome, "appstead"), { recursive: true });
  await writeFile(join(configHome, "appstead/credentials.json"), text);
}

/** Profiles that are complete, the one that is used without asking and another. */
const profiles = () =>
  JSON.stringify({
    default: { url: urlOf("profile"), ...keys() },
    other: { url: urlOf("other profile"), ...keys() },
  });

/** Runs something and says which addresses were asked meanwhile. */
async function askedDuring(work: () => Promise<unknown>): Promise<Place[]> {
  for (const proxy of proxies.values()) proxy.reset();
  await work();
  return places.filter(place => (proxies.get(place)?.passed.length ?? 0) > 0);
}

const refresh = (env: Record<string, string>) =>
  stack.succeed(["refresh", "--yes", "--skip-preview", "--expect-no-changes"], { env });

const app = (name: string, more: object = {}): ResourceSpec => ({
  kind: "App",
  name,
  args: { name },
  ...more,
});
const provider = (args: object): ResourceSpec => ({ kind: "Provider", name: "explicit", args: { ...args } });

function expectOneError(run: Run, message: RegExp): void {
  expect(run.exitCode).not.toBe(0);
  const errors = run.stdout.split("Diagnostics:")[1]?.match(/^ {4}error: .*$/gm) ?? [];
  expect(errors.filter(error => !error.includes("update failed"))).toEqual([expect.stringMatching(message)]);
  expect(run.output).not.toMatch(/\bat \S+ \(|\.[jt]s:\d+|node_modules/);
  expect(run.output).not.toContain(server.privateKey);
}

test("configuration: without any, one error at the resource names the four places", async () => {
  await stack.write([app("shop")]);
  expectOneError(
    await stack.run(["preview"], { env: xdg() }),
    /App resource 'shop' has a problem: url is not configured; .*new appstead\.Provider.*pulumi config set appstead:url.*APPSTEAD_URL.*credentials\.json/,
  );
});

test.each([
  [
    "is no JSON",
    `{"default": {"privateKey": "hidden-key"`,
    {},
    /credentials\.json is not a JSON object of profiles/,
  ],
  [
    "has no such profile",
    '{"work": {}, "home": {}}',
    { APPSTEAD_PROFILE: "wrok" },
    /has no profile wrok; it has: work, home/,
  ],
  [
    "lacks a setting",
    '{"default": {"url": "http://127.0.0.1:1", "publicKey": "p"}}',
    {},
    /privateKey is not configured; .*pulumi config set --secret appstead:privateKey/,
  ],
])("configuration: a profile file that %s is one error without its text", async (_, text, env, message) => {
  await writeProfiles(text);
  await stack.write([app("shop")]);
  const run = await stack.run(["preview"], { env: { ...xdg(), ...env } });
  expectOneError(run, message);
  expect(run.output).not.toContain("hidden-key");
});

test("configuration: the profile file alone is enough, and APPSTEAD_PROFILE chooses from it", async () => {
  await writeProfiles(profiles());
  await stack.write([app("shop")]);
  expect(await askedDuring(() => stack.succeedUp({ env: xdg() }))).toEqual(["profile"]);
  expect(await askedDuring(() => refresh({ ...xdg(), APPSTEAD_PROFILE: "other" }))).toEqual([
    "other profile",
  ]);
}, 120_000);

test("configuration: the environment comes before the profile, setting by setting", async () => {
  await writeProfiles(profiles());
  expect(await askedDuring(() => refresh({ ...xdg(), APPSTEAD_URL: urlOf("environment") }))).toEqual([
    "environment",
  ]);
}, 120_000);

test("configuration: the stack's configuration comes before both, and may hold the key as a secret", async () => {
  await writeProfiles("not needed and not read");
  await stack.succeed(["config", "set", "appstead:url", urlOf("config")]);
  await stack.succeed(["config", "set", "--secret", "appstead:privateKey", server.privateKey]);
  const env = {
    ...xdg(),
    ...keyVariables(),
    APPSTEAD_PRIVATE_KEY: "wrong",
    APPSTEAD_URL: urlOf("environment"),
  };
  await stack.write([app("shop"), app("second")]);
  expect(await askedDuring(() => stack.succeedUp({ env }))).toEqual(["config"]);
  expect(await askedDuring(() => refresh(env))).toEqual(["config"]);
  expect(await stack.stateText()).not.toContain(server.privateKey);
}, 120_000);

test("configuration: an explicit provider comes before all, and takes the rest from the others", async () => {
  const env = { APPSTEAD_URL: urlOf("environment"), APPSTEAD_PUBLIC_KEY: server.publicKey };
  await stack.write([
    app("shop"),
    app("second"),
    provider({ url: urlOf("provider") }),
    app("own", { options: { provider: "Provider:explicit" } }),
  ]);
  expect(await askedDuring(() => stack.succeedUp({ env }))).toEqual(["provider"]);
  expect(await stack.preview({ env })).toEqual([]);
  expect(await stack.stateText()).not.toContain(server.privateKey);
  expect(await askedDuring(() => refresh(env))).toEqual(["provider", "config"]);
}, 120_000);

test("configuration: an unknown staleDraft is one error that lists the choices", async () => {
  await stack.succeed(["config", "set", "appstead:staleDraft", "keep"]);
  await stack.write([app("shop")]);
  expectOneError(
    await stack.run(["preview"], { env: keyVariables() }),
    /staleDraft: "keep" is not one of fail, discard, adopt/,
  );
  await stack.succeed(["config", "rm", "appstead:staleDraft"]);
});

test("configuration: destroy works with what the state says of its provider", async () => {
  const run = await stack.succeed(["destroy", "--yes", "--skip-preview"], { env: keyVariables() });
  expect(run.output).toMatch(/[456] deleted/);
}, 120_000);
