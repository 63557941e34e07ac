/** The console output of a call: all lines, and those of `console.error`. */
export interface CallLog {
  logs: string[];
  errorLogs: string[];
}

/** Why a call failed, as the worker saw it. */
export interface CallFailure {
  code: FunctionErrorCode;
  name: string;
  message: string;
  stack: string;
}

export type FunctionErrorCode =
  | "FunctionExecutionError"
  | "ExecutionTimeLimitExceeded"
  /** The arguments are not Extended JSON; nothing was called. */
  | "InvalidArguments"
  | "InternalServerError";

/** A syntax check's answer. */
export type SyntaxCheck = { ok: true } | { ok: false; message: string; line: number; column: number };

export type ToWorker =
  | {
      type: "run";
      runId: number;
      appKey: string;
      name: string;
      startText: string;
      argumentsText: string;
      timeoutMs: number;
    }
  | { type: "settle"; runId: number; callId: number; valueText?: string; name: string; message: string }
  | { type: "check"; checkId: number; source: string };

export type FromWorker =
  | { type: "suspended"; runId: number; log: CallLog }
  /** A suspended call goes on because of a timer of its own. */
  | { type: "resumed"; runId: number }
  | {
      type: "call";
      runId: number;
      callId: number;
      operation: string;
      argumentsText: string;
      functionName: string;
      runsAsSystem: boolean;
    }
  | { type: "succeeded"; runId: number; resultText: string; log: CallLog; executionTimeMs: number }
  | { type: "failed"; runId: number; failure: CallFailure; log: CallLog; executionTimeMs: number }
  | { type: "checked"; checkId: number; result: SyntaxCheck };

/** Questions a function cannot await: the worker sleeps until the answer is there. */
export interface SyncRequest {
  requestId: number;
  runId: number;
  kind: "value" | "function";
  name: string;
}

export interface SyncReply {
  requestId: number;
  text?: string;
  error?: string;
}

export interface WorkerSettings {
  wasmModule: WebAssembly.Module;
  memoryLimitBytes: number;
  idleMs: number;
  syncPort: import("node:worker_threads").MessagePort;
  syncFlag: SharedArrayBuffer;
}
