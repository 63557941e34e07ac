import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const checkout = resolve(__dirname, "..", "..");

let copy: string;

/** A checkout of its own as far as the scripts are concerned. */
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), "appstead checkout-"));
  for (const name of ["scripts", "tools"])
    cpSync(join(checkout, name), join(copy, name), { recursive: true });
  for (const name of ["node_modules", "cli"]) symlinkSync(join(checkout, name), join(copy, name));
});

afterEach(() => rmSync(copy, { recursive: true, force: true }));

test("down: a service whose record went with the state folder is stopped, and one of another folder is not", async () => {
  const serve = async (dataDir: string) => {
    const program = join(copy, "cli", "dist", "bin", "appstead.js");
    const args = [program, "serve", "--data", dataDir, "--port", "0", "--json", "--log-level", "silent"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    return child;
  };
  const down = async () => (await run(process.execPath, [join(copy, "scripts", "down.mjs")])).stdout.trim();
  const lost = await serve(join(copy, ".appstead", "data"));
  const other = await serve(join(copy, ".appstead", "data-of-somebody-else"));
  try {
    const ended = once(lost, "exit");
    expect(await down()).toBe("stopped the service");
    expect(await ended).toEqual([0, null]);
    expect(await down()).toBe("Nothing is up.");
    expect(other.exitCode).toBeNull();
  } finally {
    lost.kill("SIGKILL");
    other.kill("SIGKILL");
  }
});

test("any script: a Node that is too old is named", async () => {
  const old =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } });";
  const args = ["--import", `data:text/javascript,${old}`, join(copy, "scripts", "down.mjs")];
  await expect(run(process.execPath, args)).rejects.toMatchObject({
    code: 1,
    stderr: "error: Node 20.18.3 is too old; install Node 20.19.0 or newer\n",
  });
});

test("environment: what the shell says about another stack or service reaches neither Pulumi nor the service", async () => {
  const module = pathToFileURL(join(copy, "scripts", "lib", "environment.mjs")).href;
  const print = `import(${JSON.stringify(module)}).then(m => console.log(JSON.stringify([m.ownEnvironment(),
    m.commandEnvironment({ engine: { binDir: "/engine" }, node: "/node/bin/node" }, undefined)])))`;
  const env = {
    PATH: "/bin",
    APPSTEAD_CACHE_DIR: "/cache",
    APPSTEAD_TEST_MONGODB_URI: "mongodb://127.0.0.1",
    APPSTEAD_URL: "https://production.example",
    APPSTEAD_ADMIN_PUBLIC_KEY: "theirs",
    PULUMI_ACCESS_TOKEN: "theirs",
    PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
    PULUMI_BACKEND_URL: "https://pulumi.example",
  };
  const { stdout } = await run(process.execPath, ["-e", print], { env });
  const [own, command] = JSON.parse(stdout) as [NodeJS.ProcessEnv, NodeJS.ProcessEnv];
  const { PATH, APPSTEAD_CACHE_DIR, APPSTEAD_TEST_MONGODB_URI } = env;
  expect(own).toEqual({ PATH, APPSTEAD_CACHE_DIR, APPSTEAD_TEST_MONGODB_URI });
  expect(command["PULUMI_BACKEND_URL"]).toMatch(/^file:.*\.appstead\/state$/);
  expect(Object.keys(command).filter(name => name.startsWith("APPSTEAD_"))).toEqual([
    "APPSTEAD_CACHE_DIR",
    "APPSTEAD_TEST_MONGODB_URI",
  ]);
});
