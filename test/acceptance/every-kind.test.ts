import { diffProperties } from "@appstead/provider/internal/diff/diff-properties";
import {
  appKind,
  type Client,
  createClient,
  fieldsOf,
  type JsonObject,
  kindNamed,
  type SampleStep,
  sampleSteps,
} from "@appstead/sdk";
import { PulumiStack } from "../harness/pulumi-stack";
import { type RecordingProxy, startRecordingProxy } from "../harness/recording-proxy";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { programOf, type Subject, sampleOf, subjects, World } from "./world";

// One stack holds every variant of every kind; the tests lead it through its life in order.

let server: TestServer;
let proxy: RecordingProxy;
let client: Client;
let stack: PulumiStack;
let world: World;

const full = (subject: Subject) => sampleOf(subject, "full");
const steps = new Map<Subject, SampleStep[]>(subjects.map(s => [s, sampleSteps(s.kind, s.variant)]));
const inPlace = (subject: Subject) => (steps.get(subject) ?? []).filter(step => !step.replaces);
const replacing = (subject: Subject) => (steps.get(subject) ?? []).filter(step => step.replaces);
const deployments = () => proxy.count("POST", /\/drafts\/\w+\/deployment$/);

beforeAll(async () => {
  server = await startTestServer();
  proxy = await startRecordingProxy(server.url);
  client = createClient({ ...server, groupId: server.groupId });
  world = new World(client);
  stack = await PulumiStack.create(stackEnv());
}, 120_000);

afterAll(async () => {
  await stack?.remove();
  await proxy?.close();
  await server?.close();
});

const stackEnv = () => ({
  APPSTEAD_URL: proxy.url,
  APPSTEAD_GROUP_ID: server.groupId,
  APPSTEAD_PUBLIC_KEY: server.publicKey,
  APPSTEAD_PRIVATE_KEY: server.privateKey,
});

/** Changes the program and deploys it; then nothing may be left to do. */
async function deploy(inputsOf: (subject: Subject) => JsonObject, args: string[] = []): Promise<void> {
  await stack.write(programOf(inputsOf));
  await stack.succeedUp({ args });
  expect(await stack.preview()).toEqual([]);
}

/** Deploys one of many steps; what a preview would ask of the provider is asked of it directly. */
async function deployStep(inputsOf: (subject: Subject) => JsonObject): Promise<void> {
  await stack.write(programOf(inputsOf));
  await stack.succeedUp();
  const ours = (await stack.stateInClear()).filter(({ type }) => type.includes("dynamic/appstead:"));
  expect(ours.length).toBeGreaterThanOrEqual(subjects.length);
  for (const { urn, type, inputs, outputs } of ours) {
    const kind = kindNamed(type.replace(/.*:/, ""));
    if (!kind) throw new Error(`${urn} is of no kind`);
    expect({ urn, ...diffProperties(kind, outputs, inputs) }).toMatchObject({
      urn,
      changes: false,
      replaces: [],
    });
  }
}

/** The service holds what a subject's inputs say, as far as it can show it. */
async function expectHeld(subject: Subject, inputs: JsonObject): Promise<void> {
  const held = await world.find(subject, inputs);
  const shown = new Set(fieldsOf(subject.kind.outputs).map(field => field.path[0]));
  const expected = Object.entries(await world.resolve(inputs)).filter(([key]) => shown.has(key));
  expect({ subject: subject.name, held }).toMatchObject({
    subject: subject.name,
    held: Object.fromEntries(expected),
  });
}

/** Inputs of a subject at step k; those with fewer fields start over, so that every step changes something. */
function atStep(of: (subject: Subject) => SampleStep[], k: number): (subject: Subject) => JsonObject {
  return subject => {
    const own = of(subject);
    return own[k % Math.max(own.length, 1)]?.inputs ?? full(subject);
  };
}

const longest = (of: (subject: Subject) => SampleStep[]) =>
  Math.max(...subjects.map(subject => of(subject).length));

test("acceptance: every kind is created, and nothing is left to do", async () => {
  await deploy(full);
  for (const subject of subjects) await expectHeld(subject, full(subject));
}, 300_000);

test("acceptance: a second up and a refresh change nothing and deploy nothing", async () => {
  proxy.reset();
  const again = await stack.succeedUp();
  expect(again.output).not.toMatch(/\d+ (created|updated|deleted|replaced)/);
  await stack.succeed(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
  expect(deployments()).toBe(0);
  expect(proxy.count("PUT", /./) + proxy.count("PATCH", /./) + proxy.count("DELETE", /./)).toBe(0);
}, 120_000);

test("acceptance: no secret stands in the state in clear, and the state holds only a constant of our code", async () => {
  const text = await stack.stateText();
  for (const secret of [server.privateKey, "carrier-key", "k-1"]) expect(text).not.toContain(`"${secret}"`);
  const texts = new Set([...text.matchAll(/"__provider": "((?:[^"\\]|\\.)*)"/g)].map(match => match[1]));
  for (const provider of texts)
    expect(provider).toMatch(
      /^exports\.handler=\(\)=>require\(\\"@appstead\/provider\/dynamic\/[a-z-]+\\"\)$/,
    );
}, 60_000);

test("acceptance: every field that can change in place is updated", async () => {
  for (let k = 0; k < longest(inPlace); k++) {
    const inputsOf = atStep(inPlace, k);
    await deployStep(inputsOf);
    for (const subject of subjects) await expectHeld(subject, inputsOf(subject));
  }
}, 900_000);

test("acceptance: every field that cannot change in place replaces the object", async () => {
  await deploy(full);
  for (let k = 0; k < longest(replacing); k++) {
    const inputsOf = atStep(replacing, k);
    await deployStep(inputsOf);
    for (const subject of subjects) await expectHeld(subject, inputsOf(subject));
  }
  await deploy(full);
}, 900_000);

test("acceptance: a change made elsewhere is seen and repaired", async () => {
  for (const subject of subjects) await changeOutside(subject);
  const seen = await stack.preview({ args: ["--refresh"] });
  const changed = subjects.filter(subject => inPlace(subject).length > 0).map(subject => subject.name);
  expect(seen.map(step => step.split(" ")[1])).toEqual(expect.arrayContaining(changed));
  await deploy(full, ["--refresh"]);
  for (const subject of subjects) await expectHeld(subject, full(subject));
}, 300_000);

test("acceptance: an object deleted elsewhere is seen and made again", async () => {
  for (const subject of [...subjects].reverse()) await deleteOutside(subject);
  await deploy(full, ["--refresh"]);
  for (const subject of subjects) await expectHeld(subject, full(subject));
}, 300_000);

test("acceptance: without adopt an existing object is an error that names it, with it the stack takes all over", async () => {
  const other = await PulumiStack.create(stackEnv(), "adopter");
  try {
    const before = await client.endpoint(appKind).list({});
    await other.write(programOf(full));
    const refused = await other.up();
    expect(refused.exitCode).not.toBe(0);
    expect(refused.output).toContain("adopt: true");
    await other.write(programOf(full, true));
    await other.succeedUp();
    expect(await other.preview()).toEqual([]);
    expect((await client.endpoint(appKind).list({})).map(app => app._id)).toEqual(before.map(app => app._id));
    for (const subject of subjects) await expectHeld(subject, full(subject));
  } finally {
    await other.remove();
  }
}, 300_000);

test("acceptance: destroy leaves nothing on the service", async () => {
  await stack.succeed(["destroy", "--yes", "--skip-preview"]);
  expect(await client.endpoint(appKind).list({})).toEqual([]);
  expect((await stack.state()).filter(resource => resource.type.includes("appstead"))).toEqual([]);
}, 120_000);

/** Changes an object behind the stack's back, the way another client would. */
async function changeOutside(subject: Subject): Promise<void> {
  const [step] = inPlace(subject);
  const held = await world.find(subject, full(subject));
  if (!step || !held) return;
  const inputs = await world.resolve(step.inputs);
  await client.endpoint(subject.kind).update(await world.parents(subject), held._id, inputs);
}

/** Deletes an object behind the stack's back; what belongs to every app can only be disabled. */
async function deleteOutside(subject: Subject): Promise<void> {
  const inputs = full(subject);
  const held = await world.find(subject, inputs);
  if (!held) throw new Error(`${subject.name} is not on the service`);
  const endpoint = client.endpoint(subject.kind);
  const parents = await world.parents(subject);
  if (subject.kind.preexisting?.(inputs)) await endpoint.disable(parents, held._id);
  else await endpoint.delete(parents, held._id, { inputs });
}
