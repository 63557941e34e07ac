import { BsonError } from "../bson/decode.js";
import { encodeDoc } from "../bson/encode.js";
import { Doc, Int32 } from "../bson/value.js";
import { CommandError } from "../command-error.js";

export function okReply(reply: Doc): Buffer {
  reply.set("ok", 1);
  return encodeDoc(reply);
}

/** The reply to a command that failed: a known error as it is, anything else as an internal one. */
export function errorReply(error: unknown): Buffer {
  const known = error instanceof CommandError ? error : asCommandError(error);
  const doc = Doc.of({ ok: 0, errmsg: known.message, code: new Int32(known.code), codeName: known.codeName });
  for (const [name, value] of known.details?.entries() ?? []) doc.push(name, value);
  return encodeDoc(doc);
}

const SQLITE_FULL = 13;

function asCommandError(error: unknown): CommandError {
  if (error instanceof BsonError) return new CommandError("InvalidBSON", error.message);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_FULL) {
    return new CommandError("OutOfDiskSpace", `The disk of the data folder is full: ${message}`);
  }
  // A collection that was dropped while a cursor was reading it.
  if (/^no such table: c\d+$|^no such table: x\d+$/.test(message)) {
    return new CommandError(175, "Query plan killed: the collection or index was dropped");
  }
  return new CommandError("InternalError", message);
}

export function unknownCommand(name: string): CommandError {
  return new CommandError("CommandNotFound", `no such command: '${name}'`);
}
