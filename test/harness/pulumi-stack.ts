import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A resource of a test's program; see test/acceptance/program.js. */
export interface ResourceSpec {
  readonly kind: string;
  /** Name in Pulumi. */
  readonly name: string;
  /** Arguments in Pulumi's names; `"<Kind:name>"` stands for the id of the resource of that kind and Pulumi name. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Resource options; `dependsOn` and `provider` hold Pulumi names. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Outcome of one command of the engine. */
export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both outputs, for messages. */
  readonly output: string;
}

/** One resource of the stack's state. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
}

export interface RunOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the engine's process once it runs, for tests that kill it. */
  readonly onStart?: (pid: number) => void;
}

/** A stack on the real engine with a file backend of its own. */
export class PulumiStack {
  private constructor(
    readonly dir: string,
    private readonly home: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @param name of the stack; stacks with the same name are the same to the service */
  static async create(env: Readonly<Record<string, string>>, name = "test"): Promise<PulumiStack> {
    const bin = process.env["APPSTEAD_PULUMI_BIN"];
    if (!bin) throw new Error("APPSTEAD_PULUMI_BIN is not set; run the tests with npm test");
    const runs = join(__dirname, "../acceptance/.run");
    await mkdir(runs, { recursive: true });
    const dir = await mkdtemp(join(runs, "stack-"));
    const home = await mkdtemp(join(tmpdir(), "appstead-pulumi-"));
    await mkdir(join(home, "state"));
    const stack = new PulumiStack(dir, home, {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      HOME: home,
      // Every operation starts three Node processes that load the same modules.
      NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
      PULUMI_HOME: join(home, "pulumi"),
      PULUMI_BACKEND_URL: `file://${join(home, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "test",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
      PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
      PULUMI_SKIP_CONFIRMATIONS: "true",
      PULUMI_PARALLEL: "256",
      PULUMI_STACK: name,
      ...env,
    });
    await writeFile(
      join(dir, "Pulumi.yaml"),
      "name: acceptance\nruntime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n",
    );
    await writeFile(join(dir, "index.js"), 'module.exports = require("../../program.js");\n');
    await stack.write([]);
    await stack.succeed(["stack", "init", name]);
    return stack;
  }

  /** Makes this JavaScript the program, instead of the one that reads resources. */
  async writeProgram(source: string): Promise<void> {
    await writeFile(join(this.dir, "index.js"), source);
  }

  /** Makes these the resources of the program. */
  async write(resources: readonly ResourceSpec[]): Promise<void> {
    await writeFile(join(this.dir, "resources.json"), JSON.stringify(resources));
  }

  up(options: RunOptions = {}): Promise<Run> {
    return this.run(["up", "--yes", "--skip-preview", ...(options.args ?? [])], options);
  }

  /** Runs `up` and fails with the engine's output when it fails. */
  async succeedUp(options: RunOptions = {}): Promise<Run> {
    return expectSuccess(await this.up(options));
  }

  async succeed(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    return expectSuccess(await this.run([...args, ...(options.args ?? [])], options));
  }

  /** Steps of a preview other than `same`, as `op name`. */
  async preview(options: RunOptions = {}): Promise<string[]> {
    const run = await this.succeed(["preview", "--json"], options);
    const parsed = JSON.parse(run.stdout) as { steps?: { op: string; urn: string }[] };
    return (parsed.steps ?? [])
      .filter(step => step.op !== "same")
      .map(step => `${step.op} ${step.urn.split("::").at(-1)}`);
  }

  async state(): Promise<StateResource[]> {
    const run = await this.succeed(["stack", "export"]);
    const parsed = JSON.parse(run.stdout) as { deployment: { resources?: StateResource[] } };
    return parsed.deployment.resources ?? [];
  }

  /** The state with secrets in clear, as the engine hands it to providers. */
  async stateInClear(): Promise<StateResource[]> {
    const run = await this.succeed(["stack", "export", "--show-secrets"]);
    const parsed = JSON.parse(run.stdout, withoutSecretMarks) as {
      deployment: { resources?: StateResource[] };
    };
    return parsed.deployment.resources ?? [];
  }

  /** The whole state as text, to look for what must not be in it. */
  async stateText(): Promise<string> {
    return (await this.succeed(["stack", "export"])).stdout;
  }

  async outputs(): Promise<Record<string, unknown>> {
    return JSON.parse((await this.succeed(["stack", "output", "--json", "--show-secrets"])).stdout) as Record<
      string,
      unknown
    >;
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    return new Promise(resolve => {
      const child = execFile(
        "pulumi",
        [...args, "--non-interactive", "--color", "never"],
        { cwd: this.dir, env: { ...this.env, ...options.env }, maxBuffer: 64 << 20 },
        (error, stdout, stderr) => {
          const exitCode = error ? (typeof error.code === "number" ? error.code : 255) : 0;
          resolve({ exitCode, stdout, stderr, output: `${stdout}\n${stderr}` });
        },
      );
      if (child.pid !== undefined) options.onStart?.(child.pid);
    });
  }

  /** Removes the stack's files; the service's objects are the test's to destroy. */
  async remove(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true });
    await rm(this.home, { recursive: true, force: true });
  }
}

function expectSuccess(run: Run): Run {
  if (run.exitCode !== 0) throw new Error(`the engine failed with ${run.exitCode}:\n${run.output}`);
  return run;
}

/** Puts the text that an exported state marks as secret in the place of the mark. */
function withoutSecretMarks(_key: string, value: unknown): unknown {
  const isSecret = typeof value === "object" && value !== null && "plaintext" in value;
  return isSecret ? JSON.parse(String(value.plaintext)) : value;
}
