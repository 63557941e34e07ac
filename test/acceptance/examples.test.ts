import { appKind, type Client, createClient } from "@appstead/sdk";
import { App, Credentials } from "realm-web";
import { z } from "zod";
import { PulumiStack } from "../harness/pulumi-stack";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { exampleFolders, pageExamples, writeExample, writeGallery } from "./example-programs";

// What readers copy: the examples of the reference pages and the folders of examples/ are deployed as they are.

/** What the app of each folder answers to the call that it suggests in its output `try`. */
const answers: Readonly<Record<string, unknown>> = { quickstart: "3 items cost 45.00 EUR" };

/** Outputs that every folder has, so that it can be tried. */
const callable = z.object({
  clientAppId: z.string(),
  try: z.object({ function: z.string(), arguments: z.array(z.unknown()) }),
});

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = createClient({ ...server });
});

afterAll(() => server?.close());

const apps = () => client.endpoint(appKind).list({});

/** Runs a program's life; in the middle of it the program is deployed and a preview shows nothing to do. */
async function deployAndDestroy(
  write: (stack: PulumiStack) => Promise<void>,
  use: (stack: PulumiStack) => Promise<void>,
): Promise<void> {
  const stack = await PulumiStack.create({
    APPSTEAD_URL: server.url,
    APPSTEAD_GROUP_ID: server.groupId,
    APPSTEAD_PUBLIC_KEY: server.publicKey,
    APPSTEAD_PRIVATE_KEY: server.privateKey,
  });
  try {
    await write(stack);
    await stack.succeedUp();
    expect(await stack.preview()).toEqual([]);
    await use(stack);
    await stack.succeed(["destroy", "--yes", "--skip-preview"]);
    expect(await stack.state()).toEqual([]);
    expect(await apps()).toEqual([]);
  } finally {
    await stack.remove();
  }
}

test("examples: those of all reference pages deploy, are then up to date, and leave nothing behind", async () => {
  const programs = pageExamples();
  const names = programs.map(({ name }) => name);
  await deployAndDestroy(
    stack => writeGallery(stack, programs),
    async stack => {
      const ids = Object.fromEntries(
        names.map(name => [name, { id: expect.stringMatching(/^[0-9a-f]{24}/) }]),
      );
      expect(await stack.outputs()).toEqual(ids);
      expect((await apps()).map(({ name }) => name).sort()).toEqual(names.sort());
    },
  );
}, 180_000);

test.each(exampleFolders())(
  "examples: $name deploys, is then up to date, answers a client, and leaves nothing behind",
  async example => {
    await deployAndDestroy(
      stack => writeExample(stack, example),
      async stack => {
        const outputs = callable.parse(await stack.outputs());
        expect(await callAsClient(outputs)).toEqual(answers[example.name]);
      },
    );
  },
  120_000,
);

test.each(exampleFolders())(
  "examples: $name has a page of its own and a program of at most 150 lines",
  ({ files }) => {
    expect([...files.keys()]).toContain("README.md");
    expect(files.get("index.ts")?.split("\n").length).toBeLessThanOrEqual(150);
  },
);

/** Calls the function that a stack's outputs name, as any visitor of the app may. */
async function callAsClient(outputs: z.infer<typeof callable>): Promise<unknown> {
  const app = new App({ id: outputs.clientAppId, baseUrl: server.url });
  const user = await app.logIn(Credentials.anonymous());
  return user.callFunction(outputs.try.function, ...outputs.try.arguments);
}
