import type { CallFailure, CallLog, FromWorker, FunctionErrorCode, ToWorker } from "../protocol";
import { CallLogBuffer } from "./call-log";
import type { SandboxEvents } from "./host-functions";
import type { Sandbox } from "./sandbox";
import { cleanStack } from "./stack";
import type { SyncChannel } from "./sync-channel";

type RunMessage = Extract<ToWorker, { type: "run" }>;
type SettleMessage = Extract<ToWorker, { type: "settle" }>;
type Outcome = { resultText: string } | { failure: CallFailure };

export interface CallEnvironment {
  sandbox: Sandbox;
  sync: SyncChannel;
  memoryLimitBytes: number;
  post(message: FromWorker): void;
  /** Called once, when the call is over; `isEngineSound` is false when its engine must not be used again. */
  finished(isEngineSound: boolean): void;
}

const maxTimerDelayMs = 2 ** 31 - 1;
/** What a function throws goes to the client and into the log: more of it than this helps nobody. */
const maxMessageChars = 16 * 1024;

/** One call of a function inside its sandbox: drives it until it has an outcome. */
export class Call implements SandboxEvents {
  private readonly buffer = new CallLogBuffer();
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private readonly startedAtMs = performance.now();
  private readonly deadlineMs: number;
  private deadlineTimer: NodeJS.Timeout;
  private pendingCalls = 0;
  private outcome: Outcome | undefined;
  private isOver = false;

  constructor(
    private readonly request: RunMessage,
    private readonly environment: CallEnvironment,
  ) {
    this.deadlineMs = Date.now() + request.timeoutMs;
    environment.sandbox.begin(this, this.deadlineMs);
    this.deadlineTimer = setTimeout(() => this.step(() => undefined), request.timeoutMs + 1);
  }

  start(): void {
    this.step(() =>
      this.environment.sandbox.enter("invoke", [this.request.startText, this.request.argumentsText]),
    );
  }

  settle(message: SettleMessage): void {
    if (this.isOver) return;
    this.pendingCalls -= 1;
    const { callId, valueText, name, message: text } = message;
    this.step(() => this.environment.sandbox.enter("settleCall", [callId, valueText, name, text]));
  }

  log(level: string, line: string): void {
    this.buffer.add(level, line);
  }

  startTimer(id: number, delayMs: number, repeat: boolean): void {
    const delay = Math.min(delayMs, maxTimerDelayMs);
    const fire = () => {
      if (!repeat) this.timers.delete(id);
      this.environment.post({ type: "resumed", runId: this.request.runId });
      this.step(() => this.environment.sandbox.enter("fireTimer", [id]));
    };
    this.timers.set(id, repeat ? setInterval(fire, delay) : setTimeout(fire, delay));
  }

  stopTimer(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  startCall(
    id: number,
    operation: string,
    argumentsText: string,
    functionName: string,
    runsAsSystem: boolean,
  ): void {
    this.pendingCalls += 1;
    const { runId } = this.request;
    const call = { type: "call" as const, runId, callId: id, operation };
    this.environment.post({ ...call, argumentsText, functionName, runsAsSystem });
  }

  ask(kind: "value" | "function", name: string): string | undefined {
    return this.environment.sync.ask({ runId: this.request.runId, kind, name }, this.deadlineMs);
  }

  succeed(resultText: string): void {
    this.outcome ??= { resultText };
  }

  refuse(message: string): void {
    const described = this.describe("", message, "");
    this.outcome ??= { failure: { ...described, code: "InvalidArguments" } };
  }

  fail(name: string, message: string, stack: string): void {
    this.outcome ??= { failure: this.describe(name, message, stack) };
  }

  private describe(name: string, message: string, stack: string): CallFailure {
    const isNull = name === "" && message === "null" && this.environment.sandbox.isExhausted;
    if (isNull || (name === "InternalError" && message === "out of memory")) return this.outOfMemory();
    return failure("FunctionExecutionError", cut(name), cut(message), cut(cleanStack(stack)));
  }

  private outOfMemory(): CallFailure {
    const limit = Math.round(this.environment.memoryLimitBytes / 2 ** 20);
    return failure(
      "FunctionExecutionError",
      "InternalError",
      `function used more than ${limit} MB of memory`,
    );
  }

  /** Nothing is left to run: a promise was forgotten, or broke for want of memory where nobody looked. */
  private stranded(): CallFailure {
    if (this.environment.sandbox.isExhausted) return this.outOfMemory();
    return failure("FunctionExecutionError", "", neverFinished);
  }

  private step(work: () => string | undefined): void {
    if (this.isOver) return;
    try {
      const engineError = work();
      if (engineError !== undefined && this.outcome === undefined)
        this.fail("InternalError", engineError, "");
    } catch (error) {
      this.finish({ failure: engineFailure(error) }, false);
      return;
    }
    if (this.environment.sandbox.isPastDeadline && !(this.outcome && "resultText" in this.outcome)) {
      const seconds = this.request.timeoutMs / 1000;
      this.finish({
        failure: failure("ExecutionTimeLimitExceeded", "", `execution time limit exceeded: ${seconds} s`),
      });
    } else if (this.outcome !== undefined) {
      this.finish(this.outcome);
    } else if (this.pendingCalls === 0 && this.timers.size === 0) {
      this.finish({ failure: this.stranded() });
    } else {
      this.environment.post({ type: "suspended", runId: this.request.runId, log: this.buffer.snapshot() });
    }
  }

  private finish(outcome: Outcome, isEngineSound = true): void {
    this.isOver = true;
    clearTimeout(this.deadlineTimer);
    for (const timer of this.timers.values()) clearTimeout(timer);
    const common: { runId: number; log: CallLog; executionTimeMs: number } = {
      runId: this.request.runId,
      log: this.buffer.snapshot(),
      executionTimeMs: performance.now() - this.startedAtMs,
    };
    this.environment.post(
      "resultText" in outcome
        ? { type: "succeeded", resultText: outcome.resultText, ...common }
        : { type: "failed", failure: outcome.failure, ...common },
    );
    this.environment.finished(isEngineSound);
  }
}

const neverFinished = "function never finished: it waits for a promise that nothing will settle";

function failure(code: FunctionErrorCode, name: string, message: string, stack = ""): CallFailure {
  return { code, name, message, stack };
}

function cut(text: string): string {
  return text.slice(0, maxMessageChars);
}

function engineFailure(error: unknown): CallFailure {
  const isStack = error instanceof RangeError;
  const message = isStack ? "Maximum call stack size exceeded" : "the function's engine failed";
  return failure("FunctionExecutionError", isStack ? "RangeError" : "InternalError", message);
}
