import { resolve } from "node:path";
import type { RunningServer, ServerOptions } from "@appstead/server";
import { CommandError, exitCode } from "../exit-code";
import { keepAddress, keepAdminKey } from "../serve/keep-admin-key";
import { isLoopback } from "../serve/loopback";
import { listenForStop } from "../serve/stop-signal";

/** Options of `appstead serve`. */
export interface ServeOptions {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly mongodbUri?: string;
  readonly json: boolean;
  readonly logLevel: string;
}

const drainMs = 25_000;

/** Runs the service until a signal stops it. */
export async function serve(options: ServeOptions): Promise<void> {
  // A signal while it starts is heard too: nothing is left half-started.
  const stop = listenForStop();
  try {
    const dataDir = resolve(options.data);
    const running = await start(options, dataDir);
    try {
      await announce(running, options, dataDir);
      await stop.asked;
    } finally {
      await close(running);
    }
  } finally {
    stop.release();
  }
}

async function announce(running: RunningServer, options: ServeOptions, dataDir: string): Promise<void> {
  const keyFile = await keepAddress(dataDir, running.url);
  if (!isLoopback(options.host)) {
    process.stderr.write(
      `appstead: warning: ${options.host} can be reached from other machines, and without TLS passwords and tokens travel in clear; put a proxy with TLS in front\n`,
    );
  }
  process.stdout.write(options.json ? jsonLine(running) : introduction(running, dataDir, keyFile));
}

/** Lets requests in progress finish, but not for ever. */
async function close(running: RunningServer): Promise<void> {
  const deadline = setTimeout(() => {
    process.stderr.write(
      `appstead: requests did not finish within ${drainMs / 1000} seconds; stopped without them\n`,
    );
    process.exit(exitCode.failure);
  }, drainMs);
  await running.close();
  clearTimeout(deadline);
}

async function start(options: ServeOptions, dataDir: string): Promise<RunningServer> {
  const { startServer }: typeof import("@appstead/server") = require("@appstead/server");
  try {
    return await startServer({
      dataDir,
      port: options.port,
      host: options.host,
      logLevel: options.logLevel,
      admin: adminSettings(process.env),
      keepFirstPair: key => keepAdminKey(dataDir, key),
      ...(options.mongodbUri === undefined ? {} : { mongodbUri: options.mongodbUri }),
    });
  } catch (cause) {
    throw cause instanceof CommandError ? cause : startFailure(cause, options, dataDir);
  }
}

function adminSettings(env: NodeJS.ProcessEnv): NonNullable<ServerOptions["admin"]> {
  const groupId = env["APPSTEAD_GROUP_ID"];
  const publicKey = env["APPSTEAD_ADMIN_PUBLIC_KEY"];
  const privateKey = env["APPSTEAD_ADMIN_PRIVATE_KEY"];
  if (!publicKey !== !privateKey) {
    const [given, missing] = publicKey ? ["PUBLIC", "PRIVATE"] : ["PRIVATE", "PUBLIC"];
    throw new CommandError(
      `APPSTEAD_ADMIN_${missing}_KEY is not set, but APPSTEAD_ADMIN_${given}_KEY is; set both or neither`,
      exitCode.failure,
    );
  }
  return {
    ...(groupId ? { groupId } : {}),
    ...(publicKey ? { publicKey } : {}),
    ...(privateKey ? { privateKey } : {}),
  };
}

function startFailure(cause: unknown, options: ServeOptions, dataDir: string): CommandError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (cause instanceof Error && cause.name === "DataFolderLockedError") {
    return new CommandError(
      `data folder in use: another process holds ${dataDir}; stop it, or choose another folder with --data`,
      exitCode.dataFolderHeld,
      { cause },
    );
  }
  const where = `${options.host}:${options.port}`;
  const explained: Readonly<Record<string, string>> = {
    EADDRINUSE: `cannot listen on ${where}: the port is in use; choose another with --port (0 picks a free one)`,
    EADDRNOTAVAIL: `cannot listen on ${where}: this machine has no such address; choose another with --host`,
    ENOTFOUND: `cannot listen on ${where}: the host is not known; choose another with --host`,
    EACCES: `permission denied: ${message}`,
    EEXIST: `cannot use the data folder ${dataDir}: it is not a folder; choose another with --data`,
    ENOTDIR: `cannot use the data folder ${dataDir}: what is above it is not a folder; choose another with --data`,
  };
  return new CommandError(explained[String(code)] ?? message, exitCode.failure, { cause });
}

function jsonLine({ url, groupId, createdKeys }: RunningServer): string {
  return `${JSON.stringify({ url, groupId, ...createdKeys })}\n`;
}

function introduction(running: RunningServer, dataDir: string, keyFile: string | undefined): string {
  const created = running.createdKeys === undefined ? "" : " (created now)";
  return [
    `Appstead is running at ${running.url}`,
    `  project    ${running.groupId}`,
    `  data       ${dataDir}`,
    ...(keyFile === undefined ? [] : [`  admin key  ${keyFile}${created}`]),
    "Ctrl-C stops it.",
    "",
  ].join("\n");
}
