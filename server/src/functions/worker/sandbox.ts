import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten-core";
import type { Engine } from "./engine";
import { installHost, type SandboxEvents } from "./host-functions";
import { MemorySnapshot } from "./memory-snapshot";
import { sandboxFile } from "./sandbox-script";

/** Small against the engine's and the thread's stack: deep recursion is the function's error, not a crash. */
const maxStackBytes = 256 * 1024;
const jobsPerBatch = 500;
/** Linear memory never shrinks: a sandbox that grew beyond this is not kept. */
const maxKeptBytes = 64 * 1024 * 1024;

export type Door = "invoke" | "settleCall" | "fireTimer";

/**
 * One engine with one context, for one call at a time. After a call its memory is put back to what it was
 * before the first, so every call starts in a fresh context.
 */
export class Sandbox {
  private readonly runtime: QuickJSRuntime;
  private readonly context: QuickJSContext;
  private readonly doors: QuickJSHandle;
  private readonly fresh: MemorySnapshot;
  private events: SandboxEvents | undefined;
  private deadlineMs = Number.POSITIVE_INFINITY;

  constructor(
    private readonly engine: Engine,
    script: string,
    private readonly memoryLimitBytes: number,
  ) {
    this.runtime = engine.quickjs.newRuntime();
    this.runtime.setMemoryLimit(memoryLimitBytes);
    this.runtime.setMaxStackSize(maxStackBytes);
    this.runtime.setInterruptHandler(() => this.isPastDeadline);
    this.context = this.runtime.newContext();
    installHost(this.context, () => {
      if (this.events === undefined) throw new Error("the sandbox is not running a call");
      return this.events;
    });
    this.doors = this.context.unwrapResult(this.context.evalCode(script, sandboxFile, { strip: true }));
    this.fresh = new MemorySnapshot(engine.memory);
  }

  /** Binds the sandbox to a call. */
  begin(events: SandboxEvents, deadlineMs: number): void {
    this.events = events;
    this.deadlineMs = deadlineMs;
  }

  get isPastDeadline(): boolean {
    return Date.now() >= this.deadlineMs;
  }

  /** True when the call came close to the memory limit: the engine then throws null, having no room for an error. */
  get isExhausted(): boolean {
    return this.engine.memory.buffer.byteLength >= this.memoryLimitBytes * 0.8;
  }

  /** Calls one of the sandbox's doors and runs all that follows from it; returns an engine error's text. */
  enter(door: Door, args: (string | number | undefined)[]): string | undefined {
    const { context } = this;
    const handles = args.map(arg => this.primitive(arg));
    const target = context.getProp(this.doors, door);
    const result = context.callFunction(target, context.undefined, ...handles);
    target.dispose();
    for (const handle of handles) handle.dispose();
    if (result.error !== undefined) return this.takeError(result.error);
    result.value.dispose();
    return this.drain();
  }

  /** Forgets the call. Returns false when the sandbox has grown too large to be kept. */
  reset(): boolean {
    this.events = undefined;
    this.deadlineMs = Number.POSITIVE_INFINITY;
    if (this.isExhausted || this.engine.memory.buffer.byteLength > maxKeptBytes) return false;
    this.fresh.restore();
    return true;
  }

  private primitive(value: string | number | undefined): QuickJSHandle {
    if (typeof value === "string") return this.context.newString(value);
    return value === undefined ? this.context.undefined : this.context.newNumber(value);
  }

  private drain(): string | undefined {
    while (this.runtime.hasPendingJob() && !this.isPastDeadline) {
      const result = this.runtime.executePendingJobs(jobsPerBatch);
      if (result.error !== undefined) return this.takeError(result.error);
    }
    return undefined;
  }

  private takeError(error: QuickJSHandle): string {
    const message = this.context.getProp(error, "message");
    const text = this.context.getString(message);
    message.dispose();
    error.dispose();
    return text;
  }
}
