import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

const program = require
  .resolve("@appstead/cli/package.json")
  .replace(/package\.json$/, join("bin", "appstead.js"));

/** What a finished command left. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command is started. */
export interface Start {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Given on standard input. */
  readonly input?: string;
}

/** Runs a command to its end. */
export async function appstead(args: readonly string[], start: Start = {}): Promise<Outcome> {
  const child = launch(args, start);
  child.stdin?.end(start.input ?? "");
  return outcome(child);
}

/** A service in a process of its own. */
export interface ServeProcess {
  /** What `--json` printed. */
  readonly ready: { url: string; groupId: string; publicKey?: string; privateKey?: string };
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Outcome>;
}

/** Starts `appstead serve --json` on a free port and waits until it is ready. */
export async function serve(
  dataDir: string,
  args: readonly string[] = [],
  start: Start = {},
): Promise<ServeProcess> {
  const child = launch(
    ["serve", "--data", dataDir, "--port", "0", "--json", "--log-level", "warn", ...args],
    start,
  );
  const ended = outcome(child);
  if (child.stdout === null) throw new Error("the service has no standard output");
  const line = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended]);
  if (!Array.isArray(line)) throw new Error(`the service ended with ${line.code}: ${line.stderr}`);
  return {
    ready: JSON.parse(String(line[0])) as ServeProcess["ready"],
    end: signal => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Makes an empty folder that is removed when `use` ends. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "appstead-test-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function launch(args: readonly string[], { env = {}, cwd }: Start): ChildProcess {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("APPSTEAD_")),
  );
  return spawn(process.execPath, [program, ...args], {
    env: { ...clean, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
}

async function outcome(child: ChildProcess): Promise<Outcome> {
  if (child.stdout === null || child.stderr === null) throw new Error("the command has no output");
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout: await stdout, stderr: await stderr };
}
