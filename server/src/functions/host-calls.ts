/** A function as the sandbox needs it. */
export interface ResolvedFunction {
  name: string;
  source: string;
  /** True when the function is configured to run as system. */
  runsAsSystem: boolean;
}

/** Which function asks for a host operation, and with whose rights it runs. */
export interface CallFrame {
  functionName: string;
  runsAsSystem: boolean;
}

/** An operation that the main thread performs for a function; arguments and result are BSON values. */
export type HostOperation = (args: unknown[], frame: CallFrame) => Promise<unknown>;

/** What the main thread does for one call. Nothing secret enters a worker but what is asked for here. */
export interface HostCalls {
  /** Finds another function of the app, private ones too; undefined when there is none. */
  resolveFunction(name: string): Promise<ResolvedFunction | undefined>;
  /** A value of the app, secret-backed ones resolved; undefined when there is none. */
  getValue(name: string): Promise<unknown>;
  /** Asynchronous methods of `context` by dotted path, such as `http.get`. */
  operations?: Readonly<Record<string, HostOperation>>;
}

/** What a call is told about its surroundings; BSON values. */
export interface FunctionContext {
  /** `context.app` */
  app?: unknown;
  /** `context.environment`: `{tag, values}` */
  environment?: unknown;
  /** `context.user`: the caller, or the system user when there is none */
  user?: unknown;
  /** `context.request`, when an HTTP request started the call */
  request?: unknown;
  /** `context.runningAsSystem()` */
  runningAsSystem: boolean;
}

/** One call of a function. */
export interface FunctionCall {
  /** Calls of different keys never share an engine. */
  appKey: string;
  functionName: string;
  source: string;
  /**
   * Extended JSON text of the array of arguments. It is read inside the sandbox, under the call's limits: it comes
   * from clients, and reading it can cost far more than its length shows.
   */
  argumentsText: string;
  context: FunctionContext;
  host: HostCalls;
  /** Replaces the runtime's time limit for this call, in milliseconds. */
  timeoutMs?: number;
}

/** What a successful call returns. */
export interface FunctionResult {
  /** The result in canonical Extended JSON. */
  resultText: string;
  /** The last 25 console lines, 512 bytes each. */
  logs: string[];
  /** Those of them that `console.error` wrote. */
  errorLogs: string[];
  executionTimeMs: number;
}
