import { decodeDoc } from "../bson/decode.js";
import { encodeDoc } from "../bson/encode.js";
import { Doc, RawDoc, type Value } from "../bson/value.js";

export const MAX_MESSAGE_BYTES = 48_000_000;
export const HEADER_BYTES = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const KNOWN_REQUIRED_FLAGS = CHECKSUM_PRESENT | MORE_TO_COME;

/** A message that breaks the protocol: its connection cannot go on. */
class WireError extends Error {
  constructor(reason: string) {
    super(`Malformed wire message: ${reason}`);
    this.name = "WireError";
  }
}

/** A request as it travels to the thread that runs it: encoded, because most of it is copied, not looked at. */
export interface Request {
  readonly id: number;
  readonly legacy: boolean;
  /** The client waits for no answer. */
  readonly silent: boolean;
  readonly body: Uint8Array;
  readonly sequences: readonly DocumentSequence[];
  /** The whole message as it came. */
  readonly message: Uint8Array;
}

/** Documents sent beside the body, which stand for an array field of it. */
interface DocumentSequence {
  readonly name: string;
  readonly documents: readonly Uint8Array[];
}

/** Parses a whole message, header included. */
export function parseMessage(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const opcode = message.readInt32LE(12);
  if (opcode === OP_MSG) return parseMsg(id, message);
  if (opcode === OP_QUERY) return parseQuery(id, message);
  throw new WireError(`unsupported opcode ${opcode}`);
}

function parseMsg(id: number, message: Buffer): Request {
  if (message.length < 26) throw new WireError("OP_MSG is cut off");
  const flags = message.readUInt32LE(HEADER_BYTES);
  if ((flags & 0xffff & ~KNOWN_REQUIRED_FLAGS) !== 0) throw new WireError("unknown required flag");
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const sequences: DocumentSequence[] = [];
  let body: Uint8Array | undefined;
  let offset = HEADER_BYTES + 4;
  while (offset < end) {
    const kind = message[offset++];
    const size = readSize(message, offset, end);
    const section = message.subarray(offset, offset + size);
    if (kind === 0 && body === undefined) body = section;
    else if (kind === 1) sequences.push(parseSequence(section));
    else throw new WireError(`section kind ${kind}`);
    offset += size;
  }
  if (body === undefined) throw new WireError("OP_MSG without a body");
  return { id, legacy: false, silent: (flags & MORE_TO_COME) !== 0, body, sequences, message };
}

function parseSequence(section: Buffer): DocumentSequence {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new WireError("document sequence without a name");
  const documents: Uint8Array[] = [];
  let offset = nameEnd + 1;
  while (offset < section.length) {
    const size = readSize(section, offset, section.length);
    documents.push(section.subarray(offset, offset + size));
    offset += size;
  }
  return { name: section.toString("utf8", 4, nameEnd), documents };
}

/** Only the handshake still comes as OP_QUERY. */
function parseQuery(id: number, message: Buffer): Request {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0 || nameEnd + 9 > message.length) throw new WireError("OP_QUERY is cut off");
  const collection = message.toString("utf8", HEADER_BYTES + 4, nameEnd);
  if (!collection.endsWith(".$cmd")) throw new WireError("OP_QUERY is accepted for commands only");
  const offset = nameEnd + 9;
  const size = readSize(message, offset, message.length);
  const query = decodeDoc(message.subarray(offset, offset + size));
  const nested = query.get("$query") ?? query.get("query");
  const command = nested instanceof Doc ? nested : query;
  if (!command.has("$db")) command.push("$db", collection.slice(0, -".$cmd".length));
  return { id, legacy: true, silent: false, body: encodeDoc(command), sequences: [], message };
}

function readSize(buffer: Buffer, offset: number, end: number): number {
  if (offset + 4 > end) throw new WireError("a length is cut off");
  const size = buffer.readInt32LE(offset);
  if (size < 5 || offset + size > end) throw new WireError(`a section of ${size} bytes does not fit`);
  return size;
}

/** The command's name: the first field of its body, read without decoding the rest. */
export function commandName(body: Uint8Array): string {
  const end = body.indexOf(0, 5);
  return end < 0 ? "" : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8", 5, end);
}

/** The command with its document sequences put back in place, still encoded. */
export function decodeCommand(request: Pick<Request, "body" | "sequences">): Doc {
  const command = decodeDoc(request.body);
  for (const sequence of request.sequences) {
    const documents: Value[] = sequence.documents.map(bytes => new RawDoc(bytes));
    command.set(sequence.name, documents);
  }
  return command;
}

/** The answer to a request, ready for the socket; `reply` is an encoded document. */
export function formatReply(
  request: Pick<Request, "id" | "legacy">,
  id: number,
  reply: Uint8Array,
): Buffer[] {
  const head = Buffer.alloc(request.legacy ? HEADER_BYTES + 20 : HEADER_BYTES + 5);
  head.writeInt32LE(head.length + reply.length, 0);
  head.writeInt32LE(id, 4);
  head.writeInt32LE(request.id, 8);
  head.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) {
    head.writeInt32LE(8, HEADER_BYTES);
    head.writeInt32LE(1, HEADER_BYTES + 16);
  }
  return [head, Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength)];
}
