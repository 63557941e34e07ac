import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long a connection without a request may still begin one after the service began to close. */
const graceMs = 500;

/** Closing waits for requests that have begun, never for clients that only hold a connection. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const waiting = new Set<Socket>();
  let isClosing = false;
  app.server.on("connection", socket => {
    waiting.add(socket);
    socket.once("close", () => waiting.delete(socket));
  });
  app.server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    waiting.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });
  app.addHook("preClose", done => {
    isClosing = true;
    setTimeout(() => {
      for (const socket of waiting) socket.destroy();
    }, graceMs).unref();
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done(null, payload);
  });
}
