import type { IncomingMessage, ServerResponse } from "node:http";
import { ObjectId } from "bson";
import type { Logger } from "pino";
import { ApiError } from "./api-error";
import { errorBody } from "./error-body";
import { requestLine } from "./request-line";
import { responseHeaders } from "./response-headers";

/** Answers a request without the application, with the headers, the form of errors and the log line of every answer. */
export async function answerDirectly(
  { log, request, response }: { log: Logger; request: IncomingMessage; response: ServerResponse },
  produce: () => Promise<object>,
): Promise<void> {
  const requestId = new ObjectId().toHexString();
  const requestLog = log.child({ request_id: requestId });
  const startMs = performance.now();
  response.once("close", () => {
    const line = { method: request.method, url: request.url, status: response.statusCode };
    requestLog.info(requestLine({ ...line, durationMs: performance.now() - startMs }), "request");
  });
  const { status, body } = await produce().then(
    answer => ({ status: 200, body: answer }),
    (error: unknown) => {
      const shown =
        error instanceof ApiError ? error : new ApiError("InternalServerError", undefined, { cause: error });
      if (shown.cause !== undefined) requestLog.error({ err: error }, "request failed");
      return { status: shown.status, body: errorBody(shown) };
    },
  );
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...responseHeaders(requestId),
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}
