import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/** Answers what is no HTTP request that the service can read, in the form of every other error. */
export function replyToBadRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const [status, message] = unreadable[error.code ?? ""] ?? [400, "the request is not valid HTTP"];
  const body = JSON.stringify({ error: message, error_code: "BadRequest" });
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`);
}

const unreadable: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request did not arrive in time"],
  HPE_HEADER_OVERFLOW: [431, "the headers of the request are too large"],
};
