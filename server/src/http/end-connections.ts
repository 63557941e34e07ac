import type { FastifyInstance } from "fastify";

/** Answers that are given while the service closes end their connection, or it would wait for clients to let go. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", done => {
    isClosing = true;
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done(null, payload);
  });
}
