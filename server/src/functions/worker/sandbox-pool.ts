import { startEngine } from "./engine";
import { Sandbox } from "./sandbox";

const maxIdle = 32;

/** The sandboxes of this worker that wait for a call. A sandbox serves one app for all its life. */
export class SandboxPool {
  private readonly idle: { appKey: string; sandbox: Sandbox; sinceMs: number }[] = [];

  constructor(
    private readonly wasmModule: WebAssembly.Module,
    private readonly script: string,
    private readonly memoryLimitBytes: number,
  ) {}

  async take(appKey: string): Promise<Sandbox> {
    const index = this.idle.findLastIndex(entry => entry.appKey === appKey);
    const [entry] = index >= 0 ? this.idle.splice(index, 1) : [];
    if (entry !== undefined) return entry.sandbox;
    const engine = await startEngine(this.wasmModule, this.memoryLimitBytes);
    return new Sandbox(engine, this.script, this.memoryLimitBytes);
  }

  /** Takes a sandbox back after a call. */
  give(appKey: string, sandbox: Sandbox): void {
    if (!sandbox.reset()) return;
    this.idle.push({ appKey, sandbox, sinceMs: Date.now() });
    if (this.idle.length > maxIdle) this.idle.shift();
  }

  /** Lets go of sandboxes that nobody has used for a while, so that their memory is freed. */
  sweep(idleMs: number): void {
    const before = Date.now() - idleMs;
    while (this.idle[0] !== undefined && this.idle[0].sinceMs <= before) this.idle.shift();
  }
}
