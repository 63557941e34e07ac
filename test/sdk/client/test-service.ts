import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the test service saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Answer of a test: status, JSON body and headers; or a function that takes the raw response, for broken answers. */
export type Reply =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | ((res: ServerResponse) => void);

/** An HTTP server that a test scripts; listens on a free port of 127.0.0.1. */
export async function startTestService(reply: (seen: Seen, all: readonly Seen[]) => Reply) {
  const seen: Seen[] = [];
  const server: Server = createServer((req, res) => {
    let body = "";
    req.on("data", chunk => {
      body += chunk;
    });
    req.on("end", () => {
      const one = { method: req.method ?? "", path: req.url ?? "", headers: req.headers, body };
      seen.push(one);
      const answer = reply(one, seen);
      if (typeof answer === "function") return answer(res);
      res.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
      res.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A token whose payload says when it ends and, where given, when it was made. */
export function tokenUntil(expiresAtMs: number, name = "t", issuedAtMs?: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const iat = issuedAtMs === undefined ? {} : { iat: seconds(issuedAtMs) };
  return `${part({ alg: "HS256" })}.${part({ exp: seconds(expiresAtMs), ...iat, name })}.sig`;
}
