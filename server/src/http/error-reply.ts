import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "./api-error";
import { errorBody } from "./error-body";
import { errorTable } from "./error-table";
import { appOfRequest } from "./request-app";
import { responseHeaders } from "./response-headers";

/** Answers every failure with one JSON body `{error, error_code, link}`; unexpected ones are logged, never shown. */
export function replyWithErrors(app: FastifyInstance, baseUrl: () => string): void {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const shown = error instanceof ApiError ? error : fromFramework(error, app.initialConfig.bodyLimit);
    // A connection that is closed while the client still sends takes the answer along; the rest is read and dropped.
    if (shown.code === "RequestTooLarge") reply.removeHeader("connection");
    if (shown.status >= 500) request.log.error({ err: error }, "request failed");
    return send(shown, request, reply, baseUrl());
  });
  app.setNotFoundHandler(refuseRoute);
}

/**
 * Answers a path that no route has. A part of the service with hooks of its own sets it again below its prefix, so
 * that they hold for these answers too.
 */
export async function refuseRoute(request: FastifyRequest): Promise<never> {
  throw new ApiError("NotFound", `no such route: ${request.method} ${request.url.split("?")[0]}`);
}

/** Answers a path that the router cannot read, which happens before any hook runs. */
export function replyToBadPath(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const shown = fromFramework(error);
  reply.headers({ ...responseHeaders(request.id), "content-type": "application/json" });
  void reply.serializer(JSON.stringify).code(shown.status).send(errorBody(shown));
}

function send(error: ApiError, request: FastifyRequest, reply: FastifyReply, base: string) {
  const about = appOfRequest(request);
  const link = about && `${base}/groups/${about.groupId}/apps/${about.appId}/logs?co_id=${request.id}`;
  const { retryAfterSeconds } = error.options;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  return reply.code(error.status).send(errorBody(error, link));
}

function fromFramework(error: FastifyError, maxBodyBytes?: number): ApiError {
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    const limit = maxBodyBytes === undefined ? "" : `; at most ${maxBodyBytes / 1024 ** 2} MiB are accepted`;
    return new ApiError("RequestTooLarge", `${errorTable.RequestTooLarge.message}${limit}`);
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500)
    return new ApiError("BadRequest", error.message, { status, cause: error });
  return new ApiError("InternalServerError", undefined, { cause: error });
}
