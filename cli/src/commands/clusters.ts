import { text } from "node:stream/consumers";
import { type ConnectionOptions, connectAdmin } from "../admin-connection";
import { usageError } from "../exit-code";

/** Prints name and address of each cluster that points elsewhere, one a line. */
export async function listClusters(options: ConnectionOptions): Promise<void> {
  const connection = await connectAdmin(options, process.env);
  const clusters = await connection.request("GET", "/clusters");
  for (const cluster of Array.isArray(clusters) ? clusters : []) {
    process.stdout.write(`${String(cluster.name)}\t${String(cluster.address)}\n`);
  }
}

/** Options of `appstead clusters set`. */
export interface SetClusterOptions extends ConnectionOptions {
  /** `-` reads it from standard input. */
  readonly uri: string;
  /** Whether the address must answer. */
  readonly check: boolean;
}

/** Points a cluster to a MongoDB. */
export async function setCluster(name: string, options: SetClusterOptions): Promise<void> {
  // An address on the command line can be read by every user of the machine.
  const uri = options.uri === "-" ? (await text(process.stdin)).trim() : options.uri;
  if (!/^mongodb(\+srv)?:\/\//.test(uri))
    throw usageError("--uri must begin with mongodb:// or mongodb+srv://");
  const connection = await connectAdmin(options, process.env);
  await connection.request("PUT", `/clusters/${encodeURIComponent(name)}`, { uri, check: options.check });
  process.stdout.write(`${name} is set\n`);
}

/** Lets a cluster live in the service's own database again. */
export async function removeCluster(name: string, options: ConnectionOptions): Promise<void> {
  const connection = await connectAdmin(options, process.env);
  await connection.request("DELETE", `/clusters/${encodeURIComponent(name)}`);
  process.stdout.write(`${name} is removed\n`);
}
