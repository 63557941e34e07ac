import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const bin = join(__dirname, "../../cli/bin/appstead.js");
const readyLine = z.object({
  url: z.string(),
  groupId: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
});

/** The service in a process of its own, as users run it. */
export interface ServiceProcess extends z.output<typeof readyLine> {
  /** Milliseconds from the start of the process to its first answered request. */
  readonly coldStartMs: number;
  /** Resident memory in bytes; 0 where the system does not tell. */
  residentBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts `appstead serve` on an empty data folder and waits for its first answer. */
export async function startService(): Promise<ServiceProcess> {
  const data = await mkdtemp(join(tmpdir(), "appstead-bench-data-"));
  const start = performance.now();
  const child = spawn(process.execPath, [bin, "serve", "--data", data, "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ready = readyLine.parse(JSON.parse(await firstLine(child)));
  await fetch(`${ready.url}/health`);
  const coldStartMs = performance.now() - start;
  return {
    ...ready,
    coldStartMs,
    residentBytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    },
    stop: async () => {
      const ended = new Promise(resolve => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", chunk => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
    });
    child.once("exit", code => reject(new Error(`the service ended with ${code} before it was ready`)));
  });
}
