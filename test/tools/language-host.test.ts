import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const tsconfig = JSON.stringify({ compilerOptions: { module: "nodenext", target: "es2023", noCheck: true } });

/** A dynamic resource, a secret setting and a failure on demand: all that a language host has to carry. */
const program = `import * as pulumi from "@pulumi/pulumi";
const config = new pulumi.Config();
if (config.getBoolean("fail")) throw new Error("the program says no");
class Thing extends pulumi.dynamic.Resource {
  constructor(name: string, size: number) {
    super({ async create(inputs: any) { return { id: name, outs: inputs }; } }, name, { size });
  }
}
new Thing("small", 1);
new Thing("large", 9);
export const place = [pulumi.getOrganization(), pulumi.getProject(), pulumi.getStack()].join("/");
export const greeting = config.get("greeting");
`;

const policy = `import { PolicyPack } from "@pulumi/policy";
new PolicyPack("sizes", { policies: [{
  name: "limit",
  description: "things are small",
  enforcementLevel: "mandatory",
  configSchema: { properties: { most: { type: "number" } } },
  validateResource: (args, report) => {
    const { most } = args.getConfig<{ most: number }>();
    if (args.props.size > most) report(args.name + " is larger than " + most);
  },
}] });
`;

interface Run {
  readonly exitCode: number;
  readonly output: string;
}

let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "appstead-host-"));
  const bin = process.env["APPSTEAD_PULUMI_BIN"];
  if (!bin) throw new Error("APPSTEAD_PULUMI_BIN is not set; run the tests with npm test");
  env = {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env["PATH"]}`,
    HOME: folder,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_STACK: "test",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
    PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
  };
  mkdirSync(join(folder, "state"));
  symlinkSync(join(__dirname, "..", "..", "node_modules"), join(folder, "node_modules"));
  write("Pulumi.yaml", "name: hosted\nruntime: nodejs\n");
  write("package.json", "{}");
  write("tsconfig.json", tsconfig);
  write("index.ts", program);
  mkdirSync(join(folder, "pack"));
  write("pack/PulumiPolicy.yaml", "runtime: nodejs\n");
  write("pack/package.json", '{ "version": "1.0.0" }');
  write("pack/tsconfig.json", tsconfig);
  write("pack/index.ts", policy);
  expect(await pulumi("stack", "init", "test")).toMatchObject({ exitCode: 0 });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

function pulumi(...args: string[]): Promise<Run> {
  return new Promise(resolve => {
    const all = [...args, "--non-interactive", "--color", "never"];
    execFile("pulumi", all, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({
        exitCode: typeof error?.code === "number" ? error.code : error ? 255 : 0,
        output: `${stdout}${stderr}`,
      }),
    );
  });
}

test("language host: a program gets its project, stack and settings, and its dynamic resources are created", async () => {
  await pulumi("config", "set", "--secret", "greeting", "hello");

  const up = await pulumi("up", "--yes", "--skip-preview");

  expect(up).toMatchObject({ exitCode: 0, output: expect.stringContaining("+ 3 created") });
  const { output } = await pulumi("stack", "output", "--json", "--show-secrets");
  expect(JSON.parse(output)).toEqual({ place: "organization/hosted/test", greeting: "hello" });
  const again = await pulumi("preview", "--expect-no-changes");
  expect(again).toMatchObject({ exitCode: 0 });
});

test("language host: a program that throws fails the update with its own message and no other", async () => {
  await pulumi("config", "set", "fail", "true");
  try {
    const { exitCode, output } = await pulumi("preview");

    expect(exitCode).not.toBe(0);
    expect(output).toContain("the program says no");
    expect(output).not.toContain("non-zero exit code");
  } finally {
    await pulumi("config", "rm", "fail");
  }
});

test.each([
  { most: 10, passes: true, says: "sizes" },
  { most: 5, passes: false, says: "large is larger than 5" },
])(
  "language host: a policy pack with the limit $most judges the resources",
  async ({ most, passes, says }) => {
    write("policy-config.json", JSON.stringify({ limit: { most } }));

    const { exitCode, output } = await pulumi(
      ...["preview", "--policy-pack", "pack", "--policy-pack-config", "policy-config.json"],
    );

    expect(output).toContain(says);
    expect(exitCode === 0).toBe(passes);
  },
);

test("language host: it tells which Node and package manager programs get", async () => {
  const { output } = await pulumi("about", "--json");

  const { runtime } = JSON.parse(output) as { runtime: { language: string; version: string } };
  expect(runtime).toMatchObject({ language: "nodejs", version: expect.stringMatching(/^v\d+\./) });
});
