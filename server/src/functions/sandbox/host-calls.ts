import { encodeArguments } from "./encode";
import { host } from "./host";
import { pendingWork } from "./pending-work";
import { reviveText } from "./revive";

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const waiting = new Map<number, Waiting>();
let lastId = 0;

/** Asks the host to do something; the promise settles with its answer. */
export function callHost(
  operation: string,
  args: unknown[],
  functionName: string,
  asSystem: boolean,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const tree = encodeArguments(args);
    pendingWork.add();
    const id = ++lastId;
    waiting.set(id, { resolve, reject });
    host.startCall(id, operation, tree, functionName, asSystem ? 1 : 0);
  });
}

/** Delivers the host's answer: the value's text, or the name and message of an error. */
export function settleCall(id: number, valueText: string | undefined, name: string, message: string): void {
  const call = waiting.get(id);
  if (call === undefined) return;
  waiting.delete(id);
  pendingWork.remove();
  if (valueText !== undefined) {
    call.resolve(reviveText(valueText));
    return;
  }
  const error = new Error(message);
  if (name !== "Error") error.name = name;
  call.reject(error);
}
