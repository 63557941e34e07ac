import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ListenOptions, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DocstoreError } from "../errors.js";
import { Connection, type RequestHandler } from "./connection.js";

/**
 * Where clients connect: a Unix socket (whose path must end with `.sock` and have at most 107 bytes), or an address.
 * Whoever reaches it may read and write everything: there are no passwords.
 */
export type ListenAddress =
  | { readonly socketPath?: string }
  | { readonly host: string; readonly port: number };

/** Longer socket paths are cut off silently by the operating system. */
const MAX_SOCKET_PATH_BYTES = 107;

export interface Listener {
  readonly uri: string;
  close(): Promise<void>;
}

/** Listens and hands every request to `handle`; `onEnd` hears of each connection that ended. */
export async function openListener(
  address: ListenAddress,
  handle: RequestHandler,
  onEnd: (connectionId: number) => void,
): Promise<Listener> {
  const connections = new Set<Connection>();
  let nextId = 1;
  const server = createServer(socket => {
    const connection = new Connection(nextId++, socket, handle);
    connections.add(connection);
    socket.on("close", () => {
      connections.delete(connection);
      onEnd(connection.id);
    });
  });
  const place = await choosePlace(address);
  try {
    await listen(server, place.options);
  } catch (cause) {
    await place.remove();
    throw new DocstoreError(`Cannot listen on ${describe(place.options)}: ${String(cause)}`, { cause });
  }
  return {
    uri: uriOf(server),
    close: async () => {
      for (const connection of connections) connection.destroy();
      await new Promise(resolve => server.close(resolve));
      await place.remove();
    },
  };
}

interface Place {
  readonly options: ListenOptions;
  remove(): Promise<void>;
}

async function choosePlace(address: ListenAddress): Promise<Place> {
  if ("host" in address)
    return { options: { host: address.host, port: address.port }, remove: async () => {} };
  if (address.socketPath !== undefined)
    return { options: checkSocketPath(address.socketPath), remove: async () => {} };
  if (process.platform === "win32")
    return { options: { host: "127.0.0.1", port: 0 }, remove: async () => {} };
  // mkdtemp makes folders of mode 0700, which is what keeps other users of the machine out.
  const folder = await mkdtemp(join(tmpdir().length > 60 ? "/tmp" : tmpdir(), "appstead-"));
  return {
    options: checkSocketPath(join(folder, "db.sock")),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function checkSocketPath(path: string): ListenOptions {
  // The driver takes any other host for a name to look up.
  if (!path.endsWith(".sock")) throw new DocstoreError(`A socket path must end with .sock: ${path}`);
  const bytes = Buffer.byteLength(path);
  if (bytes > MAX_SOCKET_PATH_BYTES) {
    throw new DocstoreError(`Socket path has ${bytes} bytes, at most ${MAX_SOCKET_PATH_BYTES} work: ${path}`);
  }
  return { path };
}

function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function describe(options: ListenOptions): string {
  return options.path ?? `${options.host}:${options.port}`;
}

function uriOf(server: Server): string {
  const address = server.address();
  if (address === null) throw new DocstoreError("The listener has no address");
  const host =
    typeof address === "string"
      ? encodeURIComponent(address)
      : `${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
  return `mongodb://${host}/?directConnection=true&retryWrites=false`;
}
