import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const engineModule = pathToFileURL(join(__dirname, "..", "..", "tools", "pulumi", "engine.mjs")).href;
const script = `import { ensureEngine } from ${JSON.stringify(engineModule)};
ensureEngine().then(
  engine => process.stdout.write(JSON.stringify(engine)),
  error => { process.stderr.write(error.message); process.exit(1); },
);`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "appstead-engine-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Asks for an engine where neither the network nor Go is to be had. */
function ensureEngine(path: string): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const nowhere = "http://127.0.0.1:1";
  const env = {
    PATH: path,
    APPSTEAD_CACHE_DIR: join(folder, "cache"),
    HTTPS_PROXY: nowhere,
    https_proxy: nowhere,
  };
  return new Promise(resolve => {
    execFile(process.execPath, ["--input-type=module", "-e", script], { env }, (error, stdout, stderr) =>
      resolve({ exitCode: typeof error?.code === "number" ? error.code : error ? 255 : 0, stdout, stderr }),
    );
  });
}

/** A folder with programs that answer like an installed Pulumi of that version. */
function install(version: string, programs: readonly string[]): string {
  const bin = join(folder, `bin-${version}`);
  mkdirSync(bin);
  for (const name of programs) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho v${version}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

test("ensureEngine: its error names PATH, the cache, the release and the build, each with the reason", async () => {
  const { exitCode, stderr } = await ensureEngine("/nowhere");

  expect(exitCode).toBe(1);
  expect(stderr).toContain("1. PATH: no pulumi on PATH");
  expect(stderr).toContain(`2. cache: no engine in ${join(folder, "cache")}`);
  expect(stderr).toMatch(/3\. official release: cannot reach https:\/\/get\.pulumi\.com/);
  expect(stderr).toContain("4. build from source: no go on PATH");
});

test("ensureEngine: an installed Pulumi with its Node language host is used", async () => {
  const bin = install("3.220.0", ["pulumi", "pulumi-language-nodejs"]);

  const { stdout } = await ensureEngine(`/nowhere:${bin}`);

  expect(JSON.parse(stdout)).toEqual({ binDir: bin, version: "3.220.0", source: "PATH" });
});

test.each([
  [
    "is too old",
    "3.219.9",
    ["pulumi", "pulumi-language-nodejs"],
    "is version 3.219.9, at least 3.220.0 is needed",
  ],
  ["has no Node language host", "3.300.0", ["pulumi"], "has no pulumi-language-nodejs"],
])("ensureEngine: an installed Pulumi that %s is passed over", async (_, version, programs, reason) => {
  const { exitCode, stderr } = await ensureEngine(install(version, programs));

  expect(exitCode).toBe(1);
  expect(stderr).toContain(reason);
});
