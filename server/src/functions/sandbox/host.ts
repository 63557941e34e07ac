import { hostGlobal } from "./host-global";

/** What the worker lends the sandbox; all that crosses is text, numbers (flags as 0 and 1) and encoded trees. */
export interface SandboxHost {
  log(level: string, line: string): void;
  startTimer(id: number, delayMs: number, repeat: 0 | 1): void;
  stopTimer(id: number): void;
  /** Starts an asynchronous host operation, settled later through `settleCall`. */
  startCall(id: number, operation: string, args: unknown, functionName: string, asSystem: 0 | 1): void;
  /** A value of the app: JSON text, or undefined when there is none. */
  getValue(name: string): string | undefined;
  /** A function of the app: JSON text of `{name, source, runsAsSystem}`, or undefined. */
  resolveFunction(name: string): string | undefined;
  /** Compiles a function's source and returns its loader. */
  compile(name: string, source: string): FunctionLoader;
  formatEjson(tree: unknown, relaxed: 0 | 1, indent: string): string;
  randomObjectId(): string;
  /** 32 hexadecimal digits. */
  randomSeed(): string;
  randomUuid(): string;
  /** An operation of `utils`: JSON text in and out. */
  crypto(operation: string, input: string): string;
  succeed(tree: unknown): void;
  /** Says that the arguments cannot be read. */
  refuse(message: string): void;
  fail(name: string, message: string, stack: string): void;
}

/** Runs a source and returns what it left in `exports`. */
type FunctionLoader = (exports: object, context: object, require: (name: string) => never) => unknown;

function takeHost(): SandboxHost {
  const holder = globalThis as unknown as Record<string, unknown>;
  const host = holder[hostGlobal] as SandboxHost;
  delete holder[hostGlobal];
  return host;
}

export const host: SandboxHost = takeHost();
