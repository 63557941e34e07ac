import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const fixture = join(__dirname, "fixtures", "get-engine.mjs");

let folder: string;
let cacheDir: string;
let journal: string;
let gate: string;
let started: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "appstead-engine-"));
  cacheDir = join(folder, "cache");
  journal = join(folder, "journal");
  gate = join(folder, "gate");
  started = [];
});

afterEach(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that asks for the engine. */
function start(env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [fixture], {
    env: { PATH: "/nowhere", APPSTEAD_CACHE_DIR: cacheDir, JOURNAL: journal, GATE: gate, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", chunk => {
    stdout += chunk;
  });
  child.stderr.on("data", chunk => {
    stderr += chunk;
  });
  const exit = new Promise<{ code: number | null; stdout: string; stderr: string }>(resolve => {
    child.on("close", code => resolve({ code, stdout, stderr }));
  });
  return { child, exit, stderr: () => stderr };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

/** Process ids that have begun to make an engine. */
function makers(): number[] {
  if (!existsSync(journal)) return [];
  return readFileSync(journal, "utf8").split("\n").filter(Boolean).map(Number);
}

function open(path: string): void {
  writeFileSync(path, "");
}

test("engine cache: of two processes at once one makes the engine and both get it", async () => {
  const first = start();
  await until(() => makers().length === 1);
  const second = start();
  await until(() => second.stderr().includes(`waiting for process ${first.child.pid}`));
  open(gate);

  const [one, two] = await Promise.all([first.exit, second.exit]);

  expect([one.code, two.code]).toEqual([0, 0]);
  expect(two.stdout).toBe(one.stdout);
  expect(makers()).toEqual([first.child.pid]);
});

test("engine cache: a process killed half-way leaves no engine, and the next one clears up and makes it", async () => {
  const killed = start();
  await until(() => makers().length === 1);
  killed.child.kill("SIGKILL");
  await killed.exit;
  expect(readdirSync(cacheDir).filter(name => name.includes(".tmp-") || name.endsWith(".lock"))).toHaveLength(
    2,
  );

  open(gate);
  const next = start();
  const { code, stdout } = await next.exit;

  expect(code).toBe(0);
  expect(makers()).toEqual([killed.child.pid, next.child.pid]);
  const { binDir, source } = JSON.parse(stdout) as { binDir: string; source: string };
  expect(source).toBe("working way");
  expect(readdirSync(binDir)).toEqual(
    expect.arrayContaining(["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"]),
  );
  expect(readdirSync(cacheDir)).toEqual([join(binDir, "..").slice(cacheDir.length + 1)]);
});

test("engine cache: an interrupted process removes what it has begun", async () => {
  const interrupted = start();
  await until(() => makers().length === 1);
  interrupted.child.kill("SIGINT");

  expect((await interrupted.exit).code).toBe(130);
  expect(readdirSync(cacheDir)).toEqual([]);
});

test("engine cache: after one way fails the next is tried, and nothing of the first is kept", async () => {
  open(gate);

  const { code, stdout, stderr } = await start({ FAIL_FIRST: "1" }).exit;

  expect(code).toBe(0);
  expect(stderr).toContain("not possible: the network is down");
  const { binDir } = JSON.parse(stdout) as { binDir: string };
  expect(readFileSync(join(binDir, "pulumi"), "utf8")).toBe("#!/bin/sh\n");
  expect(readdirSync(cacheDir)).toHaveLength(1);
});
