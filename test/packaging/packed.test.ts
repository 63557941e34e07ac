import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { kinds } from "@appstead/sdk";
import { type CleanInstall, installPacked } from "./clean-install";

const run = promisify(execFile);
let install: CleanInstall;

beforeAll(async () => {
  install = await installPacked();
}, 300_000);

afterAll(() => install?.remove());

const names = kinds.map(kind => kind.name);
const classes = `[${names.map(name => `typeof p.${name}`).join(", ")}].join()`;
const expected = `${names.map(() => "function").join()} ${names.length} function ${names.length} 3`;

test.each([20, 24] as const)("packed packages: CommonJS users on Node %i can require them", async major => {
  const source = `
    const sdk = require("@appstead/sdk");
    const p = require("@appstead/provider");
    const { policies } = require("@appstead/policies");
    const dynamic = sdk.kinds.map(kind => require("@appstead/provider/dynamic/" + kind.slug)).filter(m => typeof m.create === "function");
    console.log(${classes}, sdk.kinds.length, typeof sdk.createClient, dynamic.length, policies.length);
  `;
  expect(await install.runFile(install.node(major), "use.cjs", source)).toBe(expected);
});

test.each([20, 24] as const)("packed packages: ESM users on Node %i can import names", async major => {
  const source = `
    import { createClient, kinds } from "@appstead/sdk";
    import * as p from "@appstead/provider";
    import { policies } from "@appstead/policies";
    const modules = await Promise.all(kinds.map(kind => import("@appstead/provider/dynamic/" + kind.slug)));
    const dynamic = modules.filter(m => typeof m.create === "function");
    console.log(${classes}, kinds.length, typeof createClient, dynamic.length, policies.length);
  `;
  expect(await install.runFile(install.node(major), "use.mjs", source)).toBe(expected);
});

test.each(["commonjs", "module"])("packed packages: their types compile in a %s project", async type => {
  const source = `
    import { createClient, functionKind } from "@appstead/sdk";
    import { App, Function as ServerFunction } from "@appstead/provider";
    const client = createClient({ url: "http://127.0.0.1:9090", publicKey: "p", privateKey: "s" });
    export async function names(appId: string): Promise<string> {
      const record = await client.endpoint(functionKind).create({ appId }, { name: "f", private: true, source: "exports = () => 1" });
      return record.name;
    }
    const app = new App("shop", { name: "shop" });
    export const f = new ServerFunction("f", { appId: app.id, name: "f", private: true, source: "exports = () => 1" });
    // @ts-expect-error an argument that a function does not have
    export const g = new ServerFunction("g", { appId: app.id, name: "g", private: true, source: "", privat: true });
  `;
  const folder = join(install.dir, `types-${type}`);
  await run("mkdir", ["-p", folder]);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: `types-${type}`, type }));
  await writeFile(join(folder, "use.ts"), source);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2022",
    skipLibCheck: true,
    types: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
  const tsc = require.resolve("typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [tsc, "-p", folder]).catch((e: { stdout: string }) => ({
    stdout: e.stdout,
  }));
  expect(stdout).toBe("");
});

test("packed packages: each has a page, the licence, and sources that its declarations point at", async () => {
  for (const name of ["sdk", "docstore", "provider", "policies", "server", "cli"]) {
    const folder = join(install.dir, "node_modules/@appstead", name);
    const files = await readdir(folder, { recursive: true });
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "package.json"]));
    expect(files.filter(file => /tsbuildinfo|\.test\.|tsconfig/.test(file))).toEqual([]);
    const sources = files.filter(file => /^src\/.*(?<!\.d)\.ts$/.test(file));
    expect(sources).toContain("src/index.ts");
    for (const source of sources) {
      const map = source.replace(/^src/, "dist").replace(/\.ts$/, ".d.ts.map");
      const pointsAt = (JSON.parse(await readFile(join(folder, map), "utf8")) as { sources: string[] })
        .sources;
      expect(pointsAt.map(path => join(dirname(map), path))).toEqual([source]);
    }
  }
});

test("packed command: it runs on Node 24 and says in one line what it needs on Node 20", async () => {
  const bin = join(install.dir, "node_modules/.bin/appstead");
  const { stdout } = await run(install.node(24), [bin, "--version"]);
  expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  const old = await run(install.node(20), [bin, "serve"]).catch((e: { code: number; stderr: string }) => e);
  expect(old).toMatchObject({ code: 1, stderr: expect.stringMatching(/^[^\n]*Node[^\n]*24[^\n]*\n$/) });
});

test.each(["docstore", "server"])(
  "packed packages: @appstead/%s says on Node 20 which version it needs",
  async name => {
    const source = `try { require("@appstead/${name}") } catch (error) { console.log(error.message) }`;
    const printed = await install.runFile(install.node(20), "old.cjs", source);
    expect(printed).toMatch(new RegExp(`^@appstead/${name} needs Node 24 or newer, this is v20[.0-9]+$`));
  },
);

test("packed packages: the policy pack is a folder that the engine can load", async () => {
  const { stdout } = await run("ls", [join(install.dir, "node_modules/@appstead/policies/pack")]);
  expect(stdout.split("\n").filter(Boolean).sort()).toEqual([
    "PulumiPolicy.yaml",
    "index.js",
    "package.json",
  ]);
});
