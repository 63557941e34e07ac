import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const programs = join(__dirname, "../programs");

/** One stack with a state of its own, made by one of bench/programs. */
export interface BenchStack {
  /** Runs `pulumi up --skip-preview` and returns its duration in milliseconds. */
  up(round: string): Promise<number>;
  destroy(): Promise<void>;
  /** Exported state as text. */
  state(): Promise<string>;
  remove(): Promise<void>;
}

/** How a stack is run. */
export interface BenchStackOptions {
  readonly program: "noop" | "values";
  readonly count: number;
  /** Write a checkpoint after every step, as the engine does by default. */
  readonly checkpoints: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Prepares a stack on the engine that the bootstrap found, at its default parallelism. */
export async function benchStack(options: BenchStackOptions): Promise<BenchStack> {
  const bin = process.env["APPSTEAD_PULUMI_BIN"];
  if (!bin) throw new Error("APPSTEAD_PULUMI_BIN is not set; run npm run bench");
  const home = await mkdtemp(join(tmpdir(), "appstead-bench-"));
  // Inside the workspace, so that the program finds the packages.
  const dir = await mkdtemp(join(programs, ".run-"));
  await mkdir(join(home, "state"));
  await writeFile(
    join(dir, "Pulumi.yaml"),
    "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n",
  );
  await writeFile(join(dir, "index.js"), `require("../${options.program}.js");\n`);
  const env = {
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    PULUMI_HOME: join(home, "pulumi"),
    PULUMI_BACKEND_URL: `file://${join(home, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "bench",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
    PULUMI_STACK: "bench",
    BENCH_COUNT: String(options.count),
    ...(options.checkpoints ? {} : { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" }),
    ...options.env,
  };
  const pulumi = (args: string[], round = "0") =>
    run("pulumi", [...args, "--non-interactive", "--color", "never"], {
      cwd: dir,
      env: { ...env, BENCH_ROUND: round },
      maxBuffer: 256 << 20,
    });
  await pulumi(["stack", "init", "bench"]);
  return {
    up: async round => {
      const start = performance.now();
      await pulumi(["up", "--yes", "--skip-preview"], round);
      return performance.now() - start;
    },
    destroy: async () => {
      await pulumi(["destroy", "--yes", "--skip-preview"]);
    },
    state: async () => (await pulumi(["stack", "export"])).stdout,
    remove: async () => {
      for (const path of [dir, home]) if (await stat(path)) await rm(path, { recursive: true, force: true });
    },
  };
}
