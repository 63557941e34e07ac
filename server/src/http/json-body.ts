import type { FastifyInstance } from "fastify";
import { ApiError } from "./api-error";

/** Reads JSON bodies; an empty body is no body, whatever its content type. Keys that would change prototypes are refused. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    parse(request, String(body), (error: Error | null, value?: unknown) => {
      if (error)
        done(
          new ApiError("BadRequest", `the request body is not valid JSON: ${error.message}`, {
            cause: error,
          }),
        );
      else done(null, value);
    });
  });
}
