import { host } from "./host";
import { callHost } from "./host-calls";
import { loadFunction } from "./load-function";
import { reviveText } from "./revive";

/** What a call is told about its surroundings; the same for every function of the call. */
export interface CallSnapshot {
  app?: unknown;
  environment?: unknown;
  user?: unknown;
  request?: unknown;
  operations: string[];
}

/** One function on the call stack: its name and whether it runs as system. */
export interface Frame {
  name: string;
  runsAsSystem: boolean;
  depth: number;
}

const maxDepth = 64;
const values = new Map<string, string | undefined>();
const functions = new Map<string, ResolvedFunction | undefined>();

interface ResolvedFunction {
  name: string;
  source: string;
  runsAsSystem: boolean;
}

function getValue(name: unknown): unknown {
  const key = String(name);
  if (!values.has(key)) values.set(key, host.getValue(key));
  const text = values.get(key);
  return text === undefined ? undefined : reviveText(text);
}

function resolveFunction(name: string): ResolvedFunction {
  if (!functions.has(name)) {
    const text = host.resolveFunction(name);
    functions.set(name, text === undefined ? undefined : JSON.parse(text));
  }
  const found = functions.get(name);
  if (found !== undefined) return found;
  const error = new Error(`function not found: '${name}'`);
  error.name = "FunctionNotFound";
  throw error;
}

function execute(caller: Frame, snapshot: CallSnapshot, name: unknown, args: unknown[]): unknown {
  const callee = resolveFunction(String(name));
  const depth = caller.depth + 1;
  if (depth > maxDepth) throw new RangeError(`functions call each other more than ${maxDepth} levels deep`);
  const frame = { name: callee.name, runsAsSystem: caller.runsAsSystem || callee.runsAsSystem, depth };
  return loadFunction(callee.name, callee.source, createContext(frame, snapshot))(...args);
}

function addOperations(context: Record<string, unknown>, frame: Frame, operations: string[]): void {
  for (const operation of operations) {
    const path = operation.split(".");
    const method = path.pop() ?? operation;
    let holder = context;
    for (const part of path) {
      holder[part] ??= {};
      holder = holder[part] as Record<string, unknown>;
    }
    holder[method] = (...args: unknown[]) => callHost(operation, args, frame.name, frame.runsAsSystem);
  }
}

/** Builds the `context` that a function sees. */
export function createContext(frame: Frame, snapshot: CallSnapshot): Record<string, unknown> {
  const context: Record<string, unknown> = {
    app: snapshot.app,
    environment: snapshot.environment,
    user: snapshot.user,
    values: { get: getValue },
    functions: { execute: (name: unknown, ...args: unknown[]) => execute(frame, snapshot, name, args) },
    runningAsSystem: () => frame.runsAsSystem,
  };
  if (snapshot.request !== undefined) context.request = snapshot.request;
  addOperations(context, frame, snapshot.operations);
  return context;
}
