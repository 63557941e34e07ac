import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const program = require.resolve("@appstead/cli/package.json").replace(/package\.json$/, "bin/appstead.js");

/** The key pair and project that the service is started with. */
export const admin = {
  groupId: "5f5a1c7e9b3d2e4f6a7b8c9d",
  publicKey: "faultkey",
  privateKey: "2f1e6c1a-5d3c-4b7e-9a53-0d1f0c9e8b7a",
};

/** The service in a process of its own, which can be killed and started again with the same data and address. */
export class ServiceProcess {
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #port = "0";
  url = "";

  constructor(private readonly dataDir: string) {}

  /** Starts the service and waits until it answers. */
  async start(): Promise<void> {
    const args = ["serve", "--data", this.dataDir, "--port", this.#port, "--json", "--log-level", "error"];
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        APPSTEAD_GROUP_ID: admin.groupId,
        APPSTEAD_ADMIN_PUBLIC_KEY: admin.publicKey,
        APPSTEAD_ADMIN_PRIVATE_KEY: admin.privateKey,
      },
    });
    this.#child = child;
    this.#ended = once(child, "exit");
    const line = await Promise.race([once(createInterface({ input: child.stdout }), "line"), this.#ended]);
    const { url } = JSON.parse(String(Array.isArray(line) ? line[0] : "{}")) as { url?: string };
    if (url === undefined) throw new Error("the service ended instead of getting ready");
    this.url = url;
    this.#port = new URL(url).port;
  }

  /** Ends the process at once, without giving it a chance to do anything. */
  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#ended;
  }

  /** Ends the process as an operator does. */
  async stop(): Promise<void> {
    this.#child?.kill("SIGTERM");
    await this.#ended;
  }
}
