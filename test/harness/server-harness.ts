import { type RunningServer, type ServerOptions, startServer } from "@appstead/server";

/** A service for one test file: in memory, on a free port, with a known key pair. */
export interface TestServer extends Pick<RunningServer, "url" | "groupId" | "close"> {
  readonly publicKey: string;
  readonly privateKey: string;
}

const admin = { publicKey: "testkeys", privateKey: "2f1e6c1a-5d3c-4b7e-9a53-0d1f0c9e8b7a" };

/** Starts a service; close it in `afterAll`. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer({ logLevel: "silent", ...options, admin: { ...admin, ...options.admin } });
  const { url, groupId } = server;
  return { url, groupId, ...admin, ...options.admin, close: () => server.close() };
}
