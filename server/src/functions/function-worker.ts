import path from "node:path";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { EJSON } from "bson";
import { writeValue } from "./codec/write-values";
import { FunctionExecutionError } from "./function-execution-error";
import type { FunctionCall, FunctionResult } from "./host-calls";
import type {
  CallFailure,
  CallLog,
  FromWorker,
  SyncReply,
  SyncRequest,
  SyntaxCheck,
  ToWorker,
} from "./protocol";

/** How long after its deadline a call may take to stop by itself before its worker is ended. */
const killGraceMs = 1_000;
/** The same for the first calls of a thread, whose start takes its time on a busy machine. */
const firstGraceMs = 10_000;

/** Calls that wait for the host keep an engine each; more than these do not share a thread. */
const maxCalls = 64;

interface Run {
  call: FunctionCall;
  resolve(result: FunctionResult): void;
  reject(error: FunctionExecutionError): void;
  watchdog: NodeJS.Timeout;
  startedAtMs: number;
  isSuspended: boolean;
  activeSinceMs: number;
  log: CallLog;
}

export interface FunctionWorkerOptions {
  wasmModule: WebAssembly.Module;
  memoryLimitBytes: number;
  idleMs: number;
  /** The worker can take another call, or is gone. */
  onChange(): void;
}

/** One worker thread from the main thread's side: its calls, their host calls, and the watchdog. */
export class FunctionWorker {
  readonly appKeys = new Set<string>();
  isAlive = true;
  lastUsedMs = Date.now();
  private readonly worker: Worker;
  private readonly runs = new Map<number, Run>();
  private readonly checks = new Map<
    number,
    { resolve(check: SyntaxCheck): void; reject(error: Error): void }
  >();
  private readonly syncPort: MessagePort;
  private readonly syncFlag = new SharedArrayBuffer(4);
  private hasAnswered = false;
  private lastId = 0;

  constructor(private readonly options: FunctionWorkerOptions) {
    const { wasmModule, memoryLimitBytes, idleMs } = options;
    const channel = new MessageChannel();
    this.syncPort = channel.port1;
    this.worker = new Worker(path.join(__dirname, "worker", "worker.js"), {
      workerData: { wasmModule, memoryLimitBytes, idleMs, syncPort: channel.port2, syncFlag: this.syncFlag },
      transferList: [channel.port2],
      env: {},
      execArgv: [],
      resourceLimits: { stackSizeMb: 8 },
    });
    this.worker.unref();
    this.syncPort.on("message", (request: SyncRequest) => void this.answerSync(request));
    this.syncPort.unref();
    this.worker.on("message", (message: FromWorker) => this.receive(message));
    this.worker.on("error", () => undefined);
    this.worker.on("exit", () => this.exited());
  }

  /** True when nothing runs here at this moment; calls that wait for the host do not count. */
  get isFree(): boolean {
    if (this.checks.size > 0 || this.runs.size >= maxCalls) return false;
    for (const run of this.runs.values()) if (!run.isSuspended) return false;
    return true;
  }

  /** App whose call has held the thread since before that time without pause; undefined when none has. */
  heldSince(beforeMs: number): string | undefined {
    for (const run of this.runs.values()) {
      if (!run.isSuspended && run.activeSinceMs < beforeMs) return run.call.appKey;
    }
    return undefined;
  }

  /** True when all calls here are of one app. */
  isOnlyOf(appKey: string): boolean {
    for (const run of this.runs.values()) if (run.call.appKey !== appKey) return false;
    return true;
  }

  hasCallOf(appKey: string): boolean {
    for (const run of this.runs.values()) if (run.call.appKey === appKey) return true;
    return false;
  }

  get callCount(): number {
    return this.runs.size + this.checks.size;
  }

  /** Starts a call; the promise settles with its outcome. */
  run(call: FunctionCall, timeoutMs: number): Promise<FunctionResult> {
    const { appKey, functionName, source, argumentsText, context, host } = call;
    const { runningAsSystem, ...snapshot } = context;
    const operations = Object.keys(host.operations ?? {});
    const startText = writeValue({
      ...snapshot,
      operations,
      name: functionName,
      source,
      runsAsSystem: runningAsSystem,
    });
    const runId = ++this.lastId;
    return new Promise((resolve, reject) => {
      const graceMs = this.hasAnswered ? killGraceMs : firstGraceMs;
      const watchdog = setTimeout(() => this.kill(runId), timeoutMs + graceMs);
      const log = { logs: [], errorLogs: [] };
      const startedAtMs = performance.now();
      const state = { startedAtMs, activeSinceMs: startedAtMs, isSuspended: false, log };
      this.runs.set(runId, { call, resolve, reject, watchdog, ...state });
      this.appKeys.add(appKey);
      this.send({ type: "run", runId, appKey, name: functionName, startText, argumentsText, timeoutMs });
    });
  }

  check(source: string): Promise<SyntaxCheck> {
    const checkId = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.checks.set(checkId, { resolve, reject });
      this.send({ type: "check", checkId, source });
    });
  }

  /** Ends the thread; calls in progress fail. */
  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  private send(message: ToWorker): void {
    this.lastUsedMs = Date.now();
    this.worker.ref();
    this.worker.postMessage(message);
  }

  private receive(message: FromWorker): void {
    this.hasAnswered = true;
    switch (message.type) {
      case "suspended":
        this.suspend(message.runId, message.log);
        break;
      case "resumed":
        this.activate(message.runId);
        break;
      case "call":
        void this.perform(message);
        break;
      case "checked":
        this.checks.get(message.checkId)?.resolve(message.result);
        this.checks.delete(message.checkId);
        this.settled();
        break;
      default:
        this.conclude(message);
    }
  }

  private suspend(runId: number, log: CallLog): void {
    const run = this.runs.get(runId);
    if (run === undefined) return;
    run.isSuspended = true;
    run.log = log;
    this.options.onChange();
  }

  private conclude(message: Extract<FromWorker, { type: "succeeded" | "failed" }>): void {
    const run = this.take(message.runId);
    if (run === undefined) return;
    const { log, executionTimeMs } = message;
    if (message.type === "succeeded")
      run.resolve({ resultText: message.resultText, ...log, executionTimeMs });
    else run.reject(new FunctionExecutionError(message.failure, log, executionTimeMs));
    this.settled();
  }

  private async perform(message: Extract<FromWorker, { type: "call" }>): Promise<void> {
    const { runId, callId, operation, functionName, runsAsSystem } = message;
    const handler = this.runs.get(runId)?.call.host.operations?.[operation];
    const reply = { type: "settle" as const, runId, callId, name: "Error", message: "" };
    try {
      if (handler === undefined) throw new Error(`operation '${operation}' does not exist`);
      const args: unknown = EJSON.parse(message.argumentsText, { relaxed: false });
      const value = await handler(Array.isArray(args) ? args : [args], { functionName, runsAsSystem });
      this.resume(runId, { ...reply, valueText: writeValue(value) });
    } catch (error) {
      const name = error instanceof Error ? error.name : "Error";
      this.resume(runId, { ...reply, name, message: messageOf(error) });
    }
  }

  private resume(runId: number, reply: ToWorker): void {
    if (this.activate(runId)) this.send(reply);
  }

  private activate(runId: number): boolean {
    const run = this.runs.get(runId);
    if (run === undefined) return false;
    run.isSuspended = false;
    run.activeSinceMs = performance.now();
    return true;
  }

  private async answerSync({ requestId, runId, kind, name }: SyncRequest): Promise<void> {
    const host = this.runs.get(runId)?.call.host;
    let reply: SyncReply = { requestId };
    try {
      const value = kind === "value" ? await host?.getValue(name) : await host?.resolveFunction(name);
      if (value !== undefined)
        reply = { requestId, text: kind === "value" ? writeValue(value) : JSON.stringify(value) };
    } catch (error) {
      reply = { requestId, error: messageOf(error) };
    }
    this.syncPort.postMessage(reply);
    const flag = new Int32Array(this.syncFlag);
    Atomics.add(flag, 0, 1);
    Atomics.notify(flag, 0);
  }

  private kill(runId: number): void {
    const run = this.take(runId);
    if (run === undefined) return;
    this.isAlive = false;
    const failure: CallFailure = {
      code: "ExecutionTimeLimitExceeded",
      name: "",
      message: "execution time limit exceeded",
      stack: "",
    };
    run.reject(new FunctionExecutionError(failure, run.log, performance.now() - run.startedAtMs));
    void this.terminate();
  }

  private take(runId: number): Run | undefined {
    const run = this.runs.get(runId);
    clearTimeout(run?.watchdog);
    this.runs.delete(runId);
    return run;
  }

  private settled(): void {
    this.lastUsedMs = Date.now();
    if (this.callCount === 0) this.worker.unref();
    this.options.onChange();
  }

  private exited(): void {
    this.isAlive = false;
    this.syncPort.close();
    const message = "the function's worker was stopped before the function finished";
    for (const runId of [...this.runs.keys()]) {
      const run = this.take(runId);
      const failure: CallFailure = { code: "InternalServerError", name: "", message, stack: "" };
      run?.reject(new FunctionExecutionError(failure, run.log, performance.now() - run.startedAtMs));
    }
    for (const check of this.checks.values()) check.reject(new Error(message));
    this.checks.clear();
    this.options.onChange();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
