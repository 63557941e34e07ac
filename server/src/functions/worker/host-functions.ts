import { randomBytes, randomUUID } from "node:crypto";
import { ObjectId } from "bson";
import type { QuickJSContext, QuickJSHandle, VmFunctionImplementation } from "quickjs-emscripten-core";
import { type EjsonFormat, writeEjson } from "../codec/write-ejson";
import { hostGlobal } from "../sandbox/host-global";
import { performCrypto } from "./crypto-operations";
import { sourceFooter, sourceHeader } from "./stack";

/** What a call does when its sandbox reaches out. */
export interface SandboxEvents {
  log(level: string, line: string): void;
  startTimer(id: number, delayMs: number, repeat: boolean): void;
  stopTimer(id: number): void;
  startCall(
    id: number,
    operation: string,
    argumentsText: string,
    functionName: string,
    runsAsSystem: boolean,
  ): void;
  ask(kind: "value" | "function", name: string): string | undefined;
  succeed(resultText: string): void;
  /** The arguments cannot be read. */
  refuse(message: string): void;
  fail(name: string, message: string, stack: string): void;
}

const maxTreeBytes = 64 * 1024 * 1024;

const canonical: EjsonFormat = { relaxed: false, indent: "" };

function takeTree(context: QuickJSContext, tree: QuickJSHandle, format = canonical): string {
  using encoded = context.encodeBinaryJSON(tree);
  using bytes = context.getArrayBuffer(encoded);
  if (bytes.value.length > maxTreeBytes) {
    throw new RangeError(`the value is larger than ${maxTreeBytes} bytes`);
  }
  return writeEjson(bytes.value, format);
}

function takeResult(context: QuickJSContext, tree: QuickJSHandle): string {
  try {
    return takeTree(context, tree);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RangeError(`the result cannot be converted to BSON: ${why}`);
  }
}

/** Flags cross as 0 and 1. */
function isTrue(context: QuickJSContext, flag: QuickJSHandle): boolean {
  return context.getNumber(flag) === 1;
}

type Functions = Record<string, VmFunctionImplementation<QuickJSHandle>>;

function valueFunctions(context: QuickJSContext, events: () => SandboxEvents): Functions {
  const text = (handle: QuickJSHandle) => context.getString(handle);
  const answer = (value: string | undefined) =>
    value === undefined ? context.undefined : context.newString(value);
  return {
    getValue: name => answer(events().ask("value", text(name))),
    resolveFunction: name => answer(events().ask("function", text(name))),
    compile: (name, source) =>
      context.evalCode(`${sourceHeader}${text(source)}${sourceFooter}`, `${text(name)}.js`),
    formatEjson: (tree, relaxed, indent) =>
      context.newString(takeTree(context, tree, { relaxed: isTrue(context, relaxed), indent: text(indent) })),
    randomObjectId: () => context.newString(new ObjectId().toHexString()),
    randomSeed: () => context.newString(randomBytes(16).toString("hex")),
    crypto: (operation, input) => context.newString(performCrypto(text(operation), text(input))),
    randomUuid: () => context.newString(randomUUID()),
  };
}

function eventFunctions(context: QuickJSContext, events: () => SandboxEvents): Functions {
  const text = (handle: QuickJSHandle) => context.getString(handle);
  const number = (handle: QuickJSHandle) => context.getNumber(handle);
  const flag = (handle: QuickJSHandle) => isTrue(context, handle);
  return {
    log: (level, line) => events().log(text(level), text(line)),
    startTimer: (id, delayMs, repeat) => events().startTimer(number(id), number(delayMs), flag(repeat)),
    stopTimer: id => events().stopTimer(number(id)),
    startCall: (id, operation, args, functionName, asSystem) =>
      events().startCall(
        number(id),
        text(operation),
        takeTree(context, args),
        text(functionName),
        flag(asSystem),
      ),
    succeed: tree => events().succeed(takeResult(context, tree)),
    refuse: message => events().refuse(text(message)),
    fail: (name, message, stack) => events().fail(text(name), text(message), text(stack)),
  };
}

/** Puts the host's functions into a fresh context, under a global that the sandbox's own code takes away. */
export function installHost(context: QuickJSContext, events: () => SandboxEvents): void {
  using host = context.newObject();
  const functions = { ...valueFunctions(context, events), ...eventFunctions(context, events) };
  for (const [name, implementation] of Object.entries(functions)) {
    using handle = context.newFunction(name, implementation);
    context.setProp(host, name, handle);
  }
  context.setProp(context.global, hostGlobal, host);
}
