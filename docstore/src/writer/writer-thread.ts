import "./compile-cache.js";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { Database } from "../storage/database.js";
import { parseMessage } from "../wire/message.js";
import { WriteEngine } from "./write-engine.js";
import type { WriteMessage, WriteReply } from "./writer.js";

/** More than this in one transaction would let the first of them wait too long. */
const MAX_BATCH = 500;

const port = parentPort;
if (port === null) throw new Error("writer-thread runs in a worker");
const engine = new WriteEngine(Database.writer(String(workerData.folder)));

port.on("message", (first: WriteMessage | "close") => {
  const batch: WriteMessage[] = [];
  let message: WriteMessage | "close" | undefined = first;
  while (message !== undefined && message !== "close") {
    batch.push(message);
    // Whatever came while the last transaction was being made durable joins this one.
    message = batch.length < MAX_BATCH ? receiveMessageOnPort(port)?.message : undefined;
  }
  if (batch.length > 0) commit(batch);
  if (message === "close") {
    engine.close();
    port.close();
  }
});

function commit(batch: readonly WriteMessage[]): void {
  const requests = batch.map(({ message }) =>
    parseMessage(Buffer.from(message.buffer, message.byteOffset, message.byteLength)),
  );
  const replies = engine
    .execute(requests)
    .map((reply, i): WriteReply => ({ id: batch[i]?.id ?? 0, reply: new Uint8Array(reply) }));
  port?.postMessage(
    replies,
    replies.map(({ reply }) => reply.buffer).filter(buffer => buffer instanceof ArrayBuffer),
  );
}
