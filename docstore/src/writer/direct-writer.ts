import { errorReply } from "../commands/reply.js";
import type { Database } from "../storage/database.js";
import { WriteEngine } from "./write-engine.js";
import type { Writer } from "./writer.js";

/** Writes on the caller's thread: for a database in memory, which no other thread can reach. */
export function directWriter(database: Database): Writer {
  const engine = new WriteEngine(database);
  return {
    submit: async request => engine.execute([request])[0] ?? errorReply(new Error("no reply")),
    close: async () => {},
  };
}
