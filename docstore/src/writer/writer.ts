import { getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { errorReply } from "../commands/reply.js";
import type { Request } from "../wire/message.js";

/** Where write commands go; the reply comes when the write is durable. */
export interface Writer {
  submit(request: Request): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** What goes to the thread: whole messages. What comes back: replies in any order. */
export interface WriteMessage {
  readonly id: number;
  readonly message: Uint8Array;
}
export interface WriteReply {
  readonly id: number;
  readonly reply: Uint8Array;
}

/** Writes on a thread of its own, which is where waiting for the disk happens. Starting it takes a while, so do it early. */
export class ThreadWriter implements Writer {
  #worker: Worker | undefined;
  #pending = new Map<number, (reply: Uint8Array) => void>();
  #nextId = 1;
  #idle: (() => void) | undefined;

  constructor(readonly folder: string) {}

  start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    // Node names the folder of its version inside the one that was given.
    const versioned = getCompileCacheDir();
    const worker = new Worker(join(__dirname, "writer-thread.js"), {
      workerData: { folder: this.folder, compileCache: versioned && dirname(versioned) },
      name: "docstore-writer",
    });
    worker.on("message", (replies: readonly WriteReply[]) => this.#answer(replies));
    worker.on("error", error => this.#fail(worker, error));
    worker.on("exit", () => this.#fail(worker, new Error("the writer thread has ended")));
    this.#worker = worker;
    return worker;
  }

  submit(request: Request): Promise<Uint8Array> {
    const id = this.#nextId++;
    const message = new Uint8Array(request.message);
    return new Promise(resolve => {
      this.#pending.set(id, resolve);
      const write: WriteMessage = { id, message };
      this.start().postMessage(write, [message.buffer]);
    });
  }

  async close(): Promise<void> {
    if (this.#pending.size > 0) {
      await new Promise<void>(resolve => {
        this.#idle = resolve;
      });
    }
    const worker = this.#worker;
    if (worker === undefined) return;
    await new Promise(resolve => {
      worker.once("exit", resolve);
      worker.postMessage("close");
    });
  }

  #answer(replies: readonly WriteReply[]): void {
    for (const { id, reply } of replies) {
      this.#pending.get(id)?.(reply);
      this.#pending.delete(id);
    }
    if (this.#pending.size === 0) this.#idle?.();
  }

  /** What was not answered may or may not have been written, as after any lost connection. */
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const reply = errorReply(error);
    this.#answer([...this.#pending.keys()].map(id => ({ id, reply })));
  }
}
