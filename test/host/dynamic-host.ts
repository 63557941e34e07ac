import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

// The host brings its own gRPC; its generated messages have no types for what is used here.
const fromPulumi = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const grpc = fromPulumi("@grpc/grpc-js") as {
  credentials: { createInsecure(): unknown };
};
const { Struct } = fromPulumi("google-protobuf/google/protobuf/struct_pb") as {
  Struct: { fromJavaScript(value: unknown): unknown };
};
const services = fromPulumi("@pulumi/pulumi/proto/provider_grpc_pb") as Record<
  string,
  new (
    ...args: unknown[]
  ) => GrpcClient
>;
const messages = fromPulumi("@pulumi/pulumi/proto/provider_pb") as Record<string, new () => Message>;

type Message = Record<string, (...args: unknown[]) => unknown>;
type GrpcClient = Record<
  string,
  (message: Message, done: (error: Error | null, answer: Message) => void) => void
> & {
  close(): void;
};

/** Properties of a resource. */
export type Properties = Record<string, unknown>;

/** The stock process of dynamic resources, as the engine starts and calls it. */
export class DynamicHost {
  #stderr = "";

  private constructor(
    private readonly process: ChildProcess,
    private readonly client: GrpcClient,
    private readonly kind: string,
  ) {
    process.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
  }

  /** @param slug kind whose provider is called */
  static async start(
    slug: string,
    config: Properties,
    env: Record<string, string> = {},
  ): Promise<DynamicHost> {
    const script = fromPulumi.resolve("@pulumi/pulumi/cmd/dynamic-provider");
    const process_ = spawn(process.execPath, [script, "127.0.0.1:1"], {
      cwd: __dirname,
      env: { PATH: process.env["PATH"], HOME: "/nonexistent", PULUMI_NODEJS_PROJECT: "shop", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const lines = createInterface({ input: process_.stdout });
    const port = await new Promise<string>(resolve => lines.once("line", resolve));
    const Client = services["ResourceProviderClient"];
    if (!Client) throw new Error("no ResourceProviderClient");
    const client = new Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    const host = new DynamicHost(process_, client, slug);
    await host.#call("configure", "ConfigureRequest", { Args: config });
    return host;
  }

  /** What the process has printed for the user. */
  get stderr(): string {
    return this.#stderr;
  }

  async check(olds: Properties, news: Properties) {
    const answer = await this.#call("check", "CheckRequest", { Olds: olds, News: this.#withProvider(news) });
    const failures = answer["getFailuresList"]?.() as Message[];
    return {
      inputs: toProperties(answer["getInputs"]?.()),
      failures: failures.map(f => String(f["getReason"]?.())),
    };
  }

  /** `changes` as the engine reads it: 0 unknown, 1 none, 2 some. */
  async diff(id: string, olds: Properties, news: Properties) {
    const answer = await this.#call("diff", "DiffRequest", {
      Id: id,
      Olds: olds,
      News: this.#withProvider(news),
    });
    return {
      changes: answer["getChanges"]?.(),
      replaces: answer["getReplacesList"]?.(),
      deleteBeforeReplace: answer["getDeletebeforereplace"]?.(),
    };
  }

  async create(inputs: Properties) {
    const answer = await this.#call("create", "CreateRequest", { Properties: this.#withProvider(inputs) });
    return { id: String(answer["getId"]?.()), outs: toProperties(answer["getProperties"]?.()) };
  }

  async read(id: string, state: Properties) {
    const answer = await this.#call("read", "ReadRequest", { Id: id, Properties: this.#withProvider(state) });
    return {
      id: String(answer["getId"]?.()),
      props: toProperties(answer["getProperties"]?.()),
      inputs: toProperties(answer["getInputs"]?.()),
    };
  }

  async update(id: string, olds: Properties, news: Properties) {
    const answer = await this.#call("update", "UpdateRequest", {
      Id: id,
      Olds: olds,
      News: this.#withProvider(news),
    });
    return { outs: toProperties(answer["getProperties"]?.()) };
  }

  async delete(id: string, state: Properties): Promise<void> {
    await this.#call("delete", "DeleteRequest", { Id: id, Properties: this.#withProvider(state) });
  }

  /** Sends a signal and waits for the end; the exit code. */
  async stop(signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
    this.client.close();
    if (this.process.exitCode !== null || this.process.signalCode !== null) return this.process.exitCode;
    const ended = new Promise<number | null>(resolve => this.process.once("exit", resolve));
    this.process.kill(signal);
    return ended;
  }

  #withProvider(properties: Properties): Properties {
    return {
      ...properties,
      __provider: `exports.handler=()=>require("@appstead/provider/dynamic/${this.kind}")`,
    };
  }

  #call(method: string, type: string, fields: Record<string, unknown>): Promise<Message> {
    const Type = messages[type];
    if (!Type) throw new Error(`no message ${type}`);
    const message = new Type();
    for (const [name, value] of Object.entries(fields)) {
      message[`set${name}`]?.(typeof value === "string" ? value : Struct.fromJavaScript(value));
    }
    return new Promise((resolve, reject) => {
      this.client[method]?.(message, (error, answer) => (error ? reject(error) : resolve(answer)));
    });
  }
}

function toProperties(struct: unknown): Properties {
  return (struct as { toJavaScript(): Properties } | undefined)?.toJavaScript() ?? {};
}
