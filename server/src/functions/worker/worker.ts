import { parentPort, workerData } from "node:worker_threads";
import type { FromWorker, ToWorker, WorkerSettings } from "../protocol";
import { Call } from "./call";
import { checkSyntax } from "./check-syntax";
import { startEngine } from "./engine";
import { SandboxPool } from "./sandbox-pool";
import { readSandboxScript } from "./sandbox-script";
import { SyncChannel } from "./sync-channel";

const settings: WorkerSettings = workerData;
const { wasmModule, memoryLimitBytes, idleMs } = settings;
const sync = new SyncChannel(settings.syncPort, settings.syncFlag);
const pool = new SandboxPool(wasmModule, readSandboxScript(), memoryLimitBytes);
const calls = new Map<number, Call>();

function post(message: FromWorker): void {
  parentPort?.postMessage(message);
}

async function run(message: Extract<ToWorker, { type: "run" }>): Promise<void> {
  const sandbox = await pool.take(message.appKey);
  const finished = (isSound: boolean) => {
    calls.delete(message.runId);
    if (isSound) pool.give(message.appKey, sandbox);
  };
  const call = new Call(message, { sandbox, sync, memoryLimitBytes, post, finished });
  calls.set(message.runId, call);
  call.start();
}

function reportFailedStart(runId: number, error: unknown): void {
  const failure = {
    code: "InternalServerError" as const,
    name: "",
    message: `the function's engine could not be started: ${error instanceof Error ? error.message : String(error)}`,
    stack: "",
  };
  post({ type: "failed", runId, failure, log: { logs: [], errorLogs: [] }, executionTimeMs: 0 });
}

async function check(checkId: number, source: string): Promise<void> {
  const { quickjs } = await startEngine(wasmModule, 0);
  post({ type: "checked", checkId, result: checkSyntax(quickjs, source) });
}

parentPort?.on("message", (message: ToWorker) => {
  if (message.type === "run") run(message).catch(error => reportFailedStart(message.runId, error));
  else if (message.type === "settle") calls.get(message.runId)?.settle(message);
  else void check(message.checkId, message.source);
});

setInterval(() => pool.sweep(idleMs), Math.max(50, idleMs / 2)).unref();
