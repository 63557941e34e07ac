import {
  createFunctionRuntime,
  type FunctionCall,
  FunctionExecutionError,
  type FunctionResult,
  type FunctionRuntime,
  type FunctionRuntimeOptions,
  type HostCalls,
} from "@appstead/server/functions";
import { EJSON } from "bson";

/** Functions of the test app by name: a source, or a source that runs as system. */
type Functions = Record<string, string | { source: string; runsAsSystem: boolean }>;

export interface Extras extends Partial<Omit<FunctionCall, "host">> {
  functions?: Functions;
  values?: Record<string, unknown>;
  operations?: HostCalls["operations"];
}

function hostOf({ functions = {}, values = {}, operations }: Extras): HostCalls {
  return {
    operations,
    getValue: async name => values[name],
    resolveFunction: async name => {
      const found = functions[name];
      if (found === undefined) return undefined;
      return typeof found === "string" ? { name, source: found, runsAsSystem: false } : { name, ...found };
    },
  };
}

/** A runtime for one test file. */
export class Harness {
  readonly runtime: FunctionRuntime;

  constructor(options: FunctionRuntimeOptions = {}) {
    this.runtime = createFunctionRuntime({ timeoutMs: 20_000, maxWorkers: 2, ...options });
  }

  async run(
    source: string,
    args: unknown[] = [],
    extras: Extras = {},
  ): Promise<FunctionResult & { result: unknown }> {
    const { functions: _functions, values: _values, operations: _operations, ...call } = extras;
    const context = { runningAsSystem: false };
    const answer = await this.runtime.run({
      appKey: "app",
      functionName: "main",
      context,
      argumentsText: EJSON.stringify(args, { relaxed: false }),
      ...call,
      source,
      host: hostOf(extras),
    });
    return { ...answer, result: EJSON.parse(answer.resultText, { relaxed: false }) };
  }

  /** The result as plain values. */
  async value(source: string, args: unknown[] = [], extras: Extras = {}): Promise<unknown> {
    return EJSON.parse((await this.run(source, args, extras)).resultText, { relaxed: true });
  }

  /** The result as canonical EJSON. */
  async ejson(source: string, args: unknown[] = [], extras: Extras = {}): Promise<unknown> {
    return JSON.parse((await this.run(source, args, extras)).resultText);
  }

  /** The error that the call fails with. */
  async failure(source: string, args: unknown[] = [], extras: Extras = {}): Promise<FunctionExecutionError> {
    try {
      const { result } = await this.run(source, args, extras);
      throw new Error(`expected a failure, got ${EJSON.stringify(result)}`);
    } catch (error) {
      if (error instanceof FunctionExecutionError) return error;
      throw error;
    }
  }
}

/** Values from canonical EJSON. */
export function typed(ejson: unknown): unknown {
  return EJSON.parse(JSON.stringify(ejson), { relaxed: false });
}
