import { connect, type Socket } from "node:net";
import { BSON, type Document } from "mongodb";

/** A socket to the server behind a `mongodb://` address. */
export function openSocket(uri: string): Promise<Socket> {
  const host = decodeURIComponent(/^mongodb:\/\/([^/]+)\//.exec(uri)?.[1] ?? "");
  const [name = "", port = ""] = host.split(":");
  const socket = host.startsWith("/") ? connect(host) : connect(Number(port), name);
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}

export interface Sequence {
  readonly name: string;
  readonly documents: readonly Buffer[];
}

/** An OP_MSG as bytes. */
export function formatMessage(command: Document, sequence?: Sequence, flags = 0): Buffer {
  const sections = [Buffer.of(0), Buffer.from(BSON.serialize(command))];
  if (sequence !== undefined) {
    const content = Buffer.concat([Buffer.from(`${sequence.name}\0`), ...sequence.documents]);
    const size = Buffer.alloc(4);
    size.writeInt32LE(content.length + 4);
    sections.push(Buffer.of(1), size, content);
  }
  const header = Buffer.alloc(20);
  const message = Buffer.concat([header, ...sections]);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(7, 4);
  message.writeInt32LE(2013, 12);
  message.writeUInt32LE(flags, 16);
  return message;
}

/** The next message of a socket. */
export function readMessage(socket: Socket): Promise<Buffer> {
  let received = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 4 || received.length < received.readInt32LE(0)) return;
      socket.off("data", onData);
      resolve(received);
    };
    socket.on("data", onData);
    socket.once("close", () => reject(new Error("the server hung up")));
  });
}

export async function socketRequest(uri: string, command: Document, sequence?: Sequence): Promise<Document> {
  const socket = await openSocket(uri);
  try {
    socket.write(formatMessage(command, sequence));
    return BSON.deserialize((await readMessage(socket)).subarray(21));
  } finally {
    socket.destroy();
  }
}
