import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request that went through the proxy. */
export interface Passed {
  readonly method: string;
  /** Path below the Admin API base. */
  readonly path: string;
  status?: number;
}

/**
 * What happens to a request:
 * - `pass`: forwarded;
 * - `refuse`: the connection is closed and nothing is forwarded;
 * - `lose`: forwarded, and the connection is closed instead of the answer;
 * - `fail`: answered 503 without being forwarded;
 * - `cut`: forwarded, and only half of the answer's body comes back.
 */
export type Fate = "pass" | "refuse" | "lose" | "fail" | "cut";

/** An HTTP proxy in front of a service that counts requests and can spoil them. */
export interface RecordingProxy {
  readonly url: string;
  /** Requests since the last {@link reset}, in order. */
  readonly passed: readonly Passed[];
  /** Decides the fate of the request with this number (from 0, since the last reset). */
  decide: (index: number, passed: Passed) => Fate;
  reset(): void;
  /** Number of requests of a method whose path matches. */
  count(method: string, path: RegExp): number;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of 127.0.0.1. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  let passed: Passed[] = [];
  const server = createServer((incoming, outgoing) => {
    const one: Passed = {
      method: incoming.method ?? "",
      path: (incoming.url ?? "").replace("/api/admin/v3.0", ""),
    };
    passed.push(one);
    handle(target, incoming, outgoing, one, proxy.decide(passed.length - 1, one));
  });
  const proxy: RecordingProxy = {
    url: "",
    get passed() {
      return passed;
    },
    decide: () => "pass",
    reset() {
      passed = [];
      proxy.decide = () => "pass";
    },
    count: (method, path) => passed.filter(p => p.method === method && path.test(p.path)).length,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(proxy, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function handle(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  one: Passed,
  fate: Fate,
): void {
  if (fate === "refuse") {
    incoming.socket.destroy();
    return;
  }
  if (fate === "fail") {
    outgoing.writeHead(503, { "content-type": "application/json" });
    outgoing.end('{"error":"maintenance"}');
    return;
  }
  const { host: _, ...headers } = incoming.headers;
  const forwarded = request(target + incoming.url, { method: incoming.method ?? "GET", headers }, answer => {
    one.status = answer.statusCode ?? 0;
    if (fate === "lose") {
      answer.resume();
      answer.on("end", () => incoming.socket.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fate !== "cut") {
      answer.pipe(outgoing);
      return;
    }
    answer.once("data", (chunk: Buffer) => {
      outgoing.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => incoming.socket.destroy());
      answer.resume();
    });
    answer.once("end", () => incoming.socket.destroy());
  });
  forwarded.on("error", () => incoming.socket.destroy());
  incoming.pipe(forwarded);
}
