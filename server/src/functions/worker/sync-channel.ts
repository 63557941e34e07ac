import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { SyncReply, SyncRequest } from "../protocol";

/** Asks the main thread and sleeps until it answers or the deadline passes. */
export class SyncChannel {
  private readonly flag: Int32Array;
  private lastRequestId = 0;

  constructor(
    private readonly port: MessagePort,
    flag: SharedArrayBuffer,
  ) {
    this.flag = new Int32Array(flag);
  }

  /** The reply's text; throws the reply's error, or when no reply came in time. */
  ask(question: Omit<SyncRequest, "requestId">, deadlineMs: number): string | undefined {
    const requestId = ++this.lastRequestId;
    let seen = Atomics.load(this.flag, 0);
    this.port.postMessage({ ...question, requestId } satisfies SyncRequest);
    for (;;) {
      const reply: SyncReply | undefined = receiveMessageOnPort(this.port)?.message;
      if (reply?.requestId === requestId) return textOf(reply);
      // An answer that came too late for an earlier question is dropped.
      if (reply !== undefined) continue;
      const outcome = Atomics.wait(this.flag, 0, seen, Math.max(0, deadlineMs - Date.now()));
      if (outcome === "timed-out") {
        throw new Error(`no answer for ${question.kind} '${question.name}' within the time limit`);
      }
      seen = Atomics.load(this.flag, 0);
    }
  }
}

function textOf(reply: SyncReply): string | undefined {
  if (reply.error !== undefined) throw new Error(reply.error);
  return reply.text;
}
