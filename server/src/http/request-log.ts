import type { FastifyInstance } from "fastify";
import { requestLine } from "./request-line";

/** Writes one line per answered request. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method, url } = request;
    request.log.info(
      requestLine({ method, url, status: reply.statusCode, durationMs: reply.elapsedTime }),
      "request",
    );
    done();
  });
}
