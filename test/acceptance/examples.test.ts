import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { appKind, type Client, createClient } from "@appstead/sdk";
import ts from "typescript";
import { PulumiStack } from "../harness/pulumi-stack";
import { startTestServer, type TestServer } from "../harness/server-harness";

// What users copy is deployed: the examples of the reference pages, and the programs under examples/.

const root = join(__dirname, "../..");
const pages = join(root, "docs/resources");
const examples = join(root, "examples");

let server: TestServer;
let client: Client;
let stack: PulumiStack;

beforeAll(async () => {
  server = await startTestServer();
  client = createClient({ ...server });
  stack = await PulumiStack.create({
    APPSTEAD_URL: server.url,
    APPSTEAD_GROUP_ID: server.groupId,
    APPSTEAD_PUBLIC_KEY: server.publicKey,
    APPSTEAD_PRIVATE_KEY: server.privateKey,
  });
}, 120_000);

afterAll(async () => {
  await stack?.remove();
  await server?.close();
});

/** The examples of each page. */
const ofPages = readdirSync(pages)
  .filter(name => name !== "README.md")
  .map(page => {
    const blocks = [...readFileSync(join(pages, page), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)];
    return [page, blocks.map(block => block[1] ?? "")] as const;
  });

/** A program in JavaScript, so that the engine has nothing to compile. */
function compiled(source: string): string {
  return ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    },
  }).outputText;
}

test.each(ofPages)(
  "reference pages: the examples of %s deploy one after the other and destroy",
  async (_page, programs) => {
    expect(programs.length).toBeGreaterThan(0);
    for (const source of programs) {
      await stack.writeProgram(compiled(source));
      await stack.succeedUp();
      expect(await client.endpoint(appKind).list({})).toHaveLength(1);
    }
    await stack.succeed(["destroy", "--yes", "--skip-preview"]);
    expect(await client.endpoint(appKind).list({})).toEqual([]);
  },
  120_000,
);

test.each(readdirSync(examples))(
  "examples/%s: it deploys, previews empty, answers a client and destroys",
  async name => {
    const folder = join(examples, name);
    for (const part of readdirSync(folder, { withFileTypes: true })) {
      if (part.isDirectory() && part.name !== "node_modules") {
        cpSync(join(folder, part.name), join(stack.dir, part.name), { recursive: true });
      }
    }
    await stack.writeProgram(compiled(readFileSync(join(folder, "index.ts"), "utf8")));
    await stack.succeedUp();
    expect(await stack.preview()).toEqual([]);
    expect(await callAsClient(await stack.outputs())).toEqual({
      status: 200,
      body: expect.stringMatching(/\S/),
    });
    await stack.succeed(["destroy", "--yes", "--skip-preview"]);
    expect(await client.endpoint(appKind).list({})).toEqual([]);
  },
  120_000,
);

test("examples: each has a page of its own and a program of at most 150 lines", () => {
  for (const name of readdirSync(examples)) {
    expect([name, existsSync(join(examples, name, "README.md"))]).toEqual([name, true]);
    expect(readFileSync(join(examples, name, "index.ts"), "utf8").split("\n").length).toBeLessThanOrEqual(
      150,
    );
  }
});

/** Logs in anonymously and makes the call that an example suggests. */
async function callAsClient(outputs: Record<string, unknown>): Promise<{ status: number; body: string }> {
  const call = outputs["try"] as { function: string; arguments: unknown[] };
  const base = `${server.url}/api/client/v2.0/app/${String(outputs["clientAppId"])}`;
  const login = await fetch(`${base}/auth/providers/anon-user/login`, { method: "POST" });
  const { access_token } = (await login.json()) as { access_token: string };
  const answer = await fetch(`${base}/functions/call`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: call.function, arguments: call.arguments }),
  });
  return { status: answer.status, body: await answer.text() };
}
