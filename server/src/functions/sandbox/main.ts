import * as BSON from "./bson";
import { sandboxConsole } from "./console";
import { type CallSnapshot, createContext } from "./context";
import { EJSON, parseArguments } from "./ejson";
import { encodeTree } from "./encode";
import { host } from "./host";
import { settleCall } from "./host-calls";
import { loadFunction } from "./load-function";
import { random } from "./random";
import { reviveText } from "./revive";
import { fireTimer, timerGlobals } from "./timers";
import { utils } from "./utils";

interface CallStart extends CallSnapshot {
  name: string;
  source: string;
  runsAsSystem: boolean;
}

const { OpaqueValue: _opaque, ...publicBson } = BSON;
for (const [name, value] of Object.entries({
  BSON: publicBson,
  EJSON,
  console: sandboxConsole,
  utils,
  ...timerGlobals,
})) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

Object.defineProperty(Math, "random", {
  value: random,
  writable: true,
  configurable: true,
  enumerable: false,
});

function fail(thrown: unknown): void {
  if (thrown instanceof Error) {
    const name = String(thrown.name);
    host.fail(name, String(thrown.message) || name, String(thrown.stack ?? ""));
    return;
  }
  host.fail("", typeof thrown === "object" ? describe(thrown) : String(thrown), "");
}

function describe(thrown: unknown): string {
  try {
    return host.formatEjson(encodeTree(thrown), 1, "");
  } catch {
    return String(thrown);
  }
}

async function invoke(startText: string, argumentsText: string): Promise<void> {
  let args: unknown[];
  try {
    args = parseArguments(argumentsText);
  } catch (error) {
    host.refuse(error instanceof Error ? error.message : String(error));
    return;
  }
  try {
    const { name, source, runsAsSystem, ...snapshot } = reviveText(startText) as CallStart;
    const context = createContext({ name, runsAsSystem, depth: 0 }, snapshot);
    const result = await loadFunction(name, source, context)(...args);
    host.succeed(encodeTree(result));
  } catch (thrown) {
    fail(thrown);
  }
}

/** The doors through which the worker drives a call. */
export const doors = { invoke, settleCall, fireTimer };
