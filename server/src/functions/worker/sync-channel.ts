import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { SyncReply, SyncRequest } from "../protocol";

/** Asks the main thread and sleeps until it answers or the deadline passes. */
export class SyncChannel {
  private readonly flag: Int32Array;

  constructor(
    private readonly port: MessagePort,
    flag: SharedArrayBuffer,
  ) {
    this.flag = new Int32Array(flag);
  }

  /** The reply's text; throws the reply's error, or when no reply came in time. */
  ask(request: SyncRequest, deadlineMs: number): string | undefined {
    const seen = Atomics.load(this.flag, 0);
    this.port.postMessage(request);
    const outcome = Atomics.wait(this.flag, 0, seen, Math.max(0, deadlineMs - Date.now()));
    const received = receiveMessageOnPort(this.port);
    if (outcome === "timed-out" || received === undefined) {
      throw new Error(`no answer for ${request.kind} '${request.name}' within the time limit`);
    }
    const reply: SyncReply = received.message;
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.text;
  }
}
