import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { FunctionWorker } from "./function-worker";
import type { FunctionCall, FunctionResult } from "./host-calls";
import type { SyntaxCheck } from "./protocol";

export interface FunctionRuntimeOptions {
  /**
   * Threads that run functions, not counting those that one call has held for more than a second: these are replaced,
   * 24 at most, so that nobody waits for endless loops. Default: the processors, at least 2 and at most 8.
   */
  maxWorkers?: number;
  /** What one call may allocate, in bytes. Default: 350 MB. */
  memoryLimitBytes?: number;
  /** How long a call may run, in milliseconds. Default: 300,000. */
  timeoutMs?: number;
  /** How long an unused engine or thread is kept, in milliseconds. Default: 60,000. */
  idleMs?: number;
}

/** Runs the functions of apps, isolated from the service and from each other. */
export interface FunctionRuntime {
  /** Runs one call. Rejects with a `FunctionExecutionError`. */
  run(call: FunctionCall): Promise<FunctionResult>;
  /** Compiles a source without running it. */
  checkSyntax(source: string): Promise<SyntaxCheck>;
  /** Ends all threads; calls in progress fail. */
  close(): Promise<void>;
}

interface Job {
  appKey: string;
  start(worker: FunctionWorker): void;
  cancel(error: Error): void;
}

/** How long a call may hold its thread before others need not wait for it. */
const heldAfterMs = 1_000;
const maxHeldWorkers = 24;
/** Held threads of one app, beyond which its own calls wait for it. */
const maxHeldByApp = 8;

/** The longest delay a timer of the platform takes. */
const maxTimeoutMs = 2 ** 31 - 10_000;

class WorkerPoolRuntime implements FunctionRuntime {
  private readonly workers = new Set<FunctionWorker>();
  private readonly queue: Job[] = [];
  private readonly sweeper: NodeJS.Timeout;
  private wasmModule: Promise<WebAssembly.Module> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly options: Required<FunctionRuntimeOptions>) {
    this.sweeper = setInterval(() => this.sweep(), Math.max(50, options.idleMs / 2));
    this.sweeper.unref();
  }

  run(call: FunctionCall): Promise<FunctionResult> {
    const timeoutMs = Math.min(call.timeoutMs ?? this.options.timeoutMs, maxTimeoutMs);
    return this.schedule(call.appKey, worker => worker.run(call, timeoutMs));
  }

  checkSyntax(source: string): Promise<SyntaxCheck> {
    return this.schedule("", worker => worker.check(source));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.sweeper);
    clearTimeout(this.retry);
    for (const job of this.queue.splice(0)) job.cancel(closedError());
    await Promise.all([...this.workers].map(worker => worker.terminate()));
  }

  private async schedule<T>(appKey: string, work: (worker: FunctionWorker) => Promise<T>): Promise<T> {
    this.wasmModule ??= compileEngine();
    const wasmModule = await this.wasmModule;
    if (this.isClosed) throw closedError();
    return new Promise((resolve, reject) => {
      const start = (worker: FunctionWorker) => {
        try {
          work(worker).then(resolve, reject);
        } catch (error) {
          reject(error);
        }
      };
      this.queue.push({ appKey, start, cancel: reject });
      this.dispatch(wasmModule);
    });
  }

  private dispatch(wasmModule: WebAssembly.Module): void {
    const waiting = new Set<string>();
    for (let i = 0; i < this.queue.length; ) {
      const { appKey = "" } = this.queue[i] ?? {};
      const worker = waiting.has(appKey) ? undefined : this.freeWorker(appKey, wasmModule);
      if (worker !== undefined) this.queue.splice(i, 1)[0]?.start(worker);
      else {
        waiting.add(appKey);
        i++;
      }
    }
    if (this.queue.length > 0 && !this.isClosed) this.retryLater(wasmModule);
  }

  /** A call that holds its thread says nothing: only time shows it. */
  private retryLater(wasmModule: WebAssembly.Module): void {
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      this.dispatch(wasmModule);
    }, heldAfterMs / 2);
  }

  /**
   * Prefers an empty thread that already holds the app's engine, then an empty one, then a new one, then one whose
   * calls all wait: of the same app if possible, because a call that goes on holds up all that share its thread.
   */
  private freeWorker(appKey: string, wasmModule: WebAssembly.Module): FunctionWorker | undefined {
    const free = [...this.workers].filter(worker => worker.isAlive && worker.isFree);
    const empty = free.filter(worker => worker.callCount === 0);
    const chosen = empty.find(worker => worker.appKeys.has(appKey)) ?? empty[0];
    if (chosen !== undefined) return chosen;
    if (this.workers.size < this.options.maxWorkers) return this.startWorker(wasmModule);
    const own = free.find(worker => worker.isOnlyOf(appKey));
    if (own !== undefined) return own;
    return this.mayReplace(appKey) ? this.startWorker(wasmModule) : free[0];
  }

  /** Whether an app may have a thread more than there are processors: its first, or one for those that are held. */
  private mayReplace(appKey: string): boolean {
    const workers = [...this.workers];
    const { maxWorkers } = this.options;
    if (workers.length >= maxWorkers + maxHeldWorkers) return false;
    const before = performance.now() - heldAfterMs;
    const holders = workers.flatMap(worker => worker.heldSince(before) ?? []);
    const isServed = workers.some(worker => worker.hasCallOf(appKey));
    if (!isServed && workers.some(worker => worker.isFree)) return true;
    if (workers.length - holders.length >= maxWorkers) return false;
    return holders.filter(holder => holder === appKey).length < maxHeldByApp;
  }

  private startWorker(wasmModule: WebAssembly.Module): FunctionWorker {
    const { memoryLimitBytes, idleMs } = this.options;
    const onChange = () => {
      if (!worker.isAlive) this.workers.delete(worker);
      if (!this.isClosed) this.dispatch(wasmModule);
    };
    const { FunctionWorker: Worker } = loadWorkerModule();
    const worker: FunctionWorker = new Worker({ wasmModule, memoryLimitBytes, idleMs, onChange });
    this.workers.add(worker);
    return worker;
  }

  private sweep(): void {
    for (const worker of this.workers) {
      if (worker.callCount > 0 || Date.now() - worker.lastUsedMs < this.options.idleMs) continue;
      worker.isAlive = false;
      this.workers.delete(worker);
      void worker.terminate();
    }
  }
}

/** The codecs behind it are loaded with the first call: a service that runs no function starts without them. */
function loadWorkerModule(): typeof import("./function-worker") {
  return require("./function-worker");
}

function closedError(): Error {
  return new Error("the function runtime is closed");
}

async function compileEngine(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(require.resolve("@jitl/quickjs-ng-wasmfile-release-sync/wasm")));
}

/** Creates a runtime. Nothing heavy is loaded before the first call. */
export function createFunctionRuntime(options: FunctionRuntimeOptions = {}): FunctionRuntime {
  const defaults = {
    maxWorkers: Math.min(8, Math.max(2, availableParallelism())),
    memoryLimitBytes: 350 * 1024 * 1024,
    timeoutMs: 300_000,
    idleMs: 60_000,
  };
  return new WorkerPoolRuntime({ ...defaults, ...options });
}
