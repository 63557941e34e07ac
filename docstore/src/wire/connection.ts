import type { Socket } from "node:net";
import { formatReply, HEADER_BYTES, MAX_MESSAGE_BYTES, parseMessage, type Request } from "./message.js";

/** Runs one request; resolves with the encoded reply and never rejects. */
export type RequestHandler = (request: Request, connectionId: number) => Promise<Uint8Array>;

/** One client: cuts its byte stream into messages, answers them in order, and hangs up on anything malformed. */
export class Connection {
  #chunks: Buffer[] = [];
  #buffered = 0;
  #needed = HEADER_BYTES;
  #queue: Request[] = [];
  #busy = false;
  #replies = 0;

  constructor(
    readonly id: number,
    private readonly socket: Socket,
    private readonly handle: RequestHandler,
  ) {
    socket.setNoDelay(true);
    socket.on("data", chunk => this.#receive(chunk));
    socket.on("error", () => socket.destroy());
  }

  destroy(): void {
    this.socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    try {
      while (this.#buffered >= this.#needed) this.#cut();
    } catch {
      this.socket.destroy();
      return;
    }
    if (!this.#busy) void this.#work();
  }

  #cut(): void {
    const joined = this.#join();
    const size = joined.readInt32LE(0);
    if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES) throw new RangeError(`message of ${size} bytes`);
    this.#chunks = [joined];
    if (joined.length < size) {
      this.#needed = size;
      return;
    }
    this.#needed = HEADER_BYTES;
    this.#chunks = joined.length > size ? [joined.subarray(size)] : [];
    this.#buffered = joined.length - size;
    this.#queue.push(parseMessage(joined.subarray(0, size)));
  }

  #join(): Buffer {
    const [first] = this.#chunks;
    return first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let request = this.#queue.shift(); request !== undefined; request = this.#queue.shift()) {
      const reply = await this.handle(request, this.id);
      if (request.silent || this.socket.destroyed) continue;
      this.#replies = (this.#replies + 1) | 0;
      const [head, body] = formatReply(request, this.#replies, reply);
      this.socket.cork();
      if (head !== undefined) this.socket.write(head);
      if (body !== undefined) this.socket.write(body);
      this.socket.uncork();
    }
    this.#busy = false;
  }
}
