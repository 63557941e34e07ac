import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from "node:net";
import { replyToBadRequest } from "./bad-request";

/** How long a client may take to send a request. */
const requestTimeoutMs = 300_000;

/** How long a connection is kept for the next request. */
const keepAliveMs = 72_000;

/** How long a connection without a request may still begin one after the service began to close. */
const graceMs = 500;

const timeouts = { requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveMs };

/** Takes connections. Closing waits for requests that have begun, never for clients that only hold a connection. */
export class Listener {
  readonly #server: Server;
  readonly #more: SocketServer[] = [];
  readonly #waiting = new Set<Socket>();
  readonly #underWay = new Set<ServerResponse>();

  constructor(handle: RequestListener) {
    this.#server = createServer(timeouts, (request, response) => {
      this.#follow(response, request.socket);
      handle(request, response);
    });
    this.#server.on("clientError", replyToBadRequest);
    this.#server.on("connection", (socket: Socket) => {
      this.#waiting.add(socket);
      socket.once("close", () => this.#waiting.delete(socket));
    });
  }

  /** Binds the address, and for `localhost` all that the name means. */
  async listen(host: string, port: number): Promise<AddressInfo> {
    const bound = await bind(this.#server, host, port);
    if (host !== "localhost") return bound;
    for (const { address } of await lookup(host, { all: true }).catch(() => [])) {
      if (address === bound.address) continue;
      const server = createSocketServer(socket => this.#server.emit("connection", socket));
      // That this machine has only one of them is no failure.
      await bind(server, address, bound.port).then(
        () => this.#more.push(server),
        () => undefined,
      );
    }
    return bound;
  }

  /** Resolves when every request is answered. */
  async close(): Promise<void> {
    for (const response of this.#underWay) endAfter(response);
    setTimeout(() => {
      for (const socket of this.#waiting) socket.destroy();
    }, graceMs).unref();
    const ended = [this.#server, ...this.#more].map(server => new Promise(resolve => server.close(resolve)));
    await Promise.all(ended);
  }

  #follow(response: ServerResponse, socket: Socket): void {
    this.#waiting.delete(socket);
    this.#underWay.add(response);
    if (!this.#server.listening) endAfter(response);
    response.once("close", () => {
      this.#underWay.delete(response);
      if (!socket.destroyed) this.#waiting.add(socket);
    });
  }
}

/** Lets the connection end with its answer. */
function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}

async function bind(server: SocketServer, host: string, port: number): Promise<AddressInfo> {
  server.listen({ host, port });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the service has no network address");
  return address;
}
