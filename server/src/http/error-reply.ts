import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "./api-error";
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
  void reply
    .serializer(JSON.stringify)
    .code(shown.status)
    .send({ error: shown.message, error_code: shown.code });
}

/** Answers what is no HTTP request that the service can read, in the form of every other error. */
export function replyToBadRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const [status, message] = unreadable[error.code] ?? [400, "the request is not valid HTTP"];
  const body = JSON.stringify({ error: message, error_code: "BadRequest" });
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`);
}

const unreadable: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request did not arrive in time"],
  HPE_HEADER_OVERFLOW: [431, "the headers of the request are too large"],
};

function send(error: ApiError, request: FastifyRequest, reply: FastifyReply, base: string) {
  const about = appOfRequest(request);
  const link = about && `${base}/groups/${about.groupId}/apps/${about.appId}/logs?co_id=${request.id}`;
  const { retryAfterSeconds } = error.options;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  return reply.code(error.status).send({
    error: error.message,
    ...(error.options.omitCode ? {} : { error_code: error.code }),
    ...(link === undefined ? {} : { link }),
  });
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
