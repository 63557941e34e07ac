import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** What went through the proxy since the last reset. */
interface Counted {
  readonly requests: number;
  readonly deployments: number;
}

/** An HTTP proxy in front of the service that counts requests; what it costs is charged to us. */
export interface CountingProxy {
  readonly url: string;
  counted(): Counted;
  reset(): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of 127.0.0.1. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let requests = 0;
  let deployments = 0;
  const server = createServer((incoming, outgoing) => {
    requests++;
    if (incoming.method === "POST" && incoming.url?.endsWith("/deployment")) deployments++;
    const { host: _, ...headers } = incoming.headers;
    const forwarded = request(
      target + incoming.url,
      { method: incoming.method ?? "GET", headers },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counted: () => ({ requests, deployments }),
    reset: () => {
      requests = 0;
      deployments = 0;
    },
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
