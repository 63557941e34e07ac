import type { FastifyInstance } from "fastify";

const json = "application/json";

/** Headers of a response to the request with an id. */
export function responseHeaders(requestId: string): Record<string, string> {
  return {
    "x-appservices-request-id": requestId,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  };
}

/** Headers of every response: correlation id, protection against misuse by browsers, and JSON without a charset. */
export function setResponseHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(responseHeaders(request.id));
    done();
  });
  // Some clients compare the content type with this exact text and read no body otherwise.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (String(reply.getHeader("content-type") ?? "").startsWith(`${json};`))
      reply.header("content-type", json);
    done(null, payload);
  });
}
