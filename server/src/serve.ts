import type { AddressInfo } from "node:net";
import type { DbOptions } from "mongodb";
import { AdminKeys } from "./admin/sessions/admin-keys";
import type { KeyPair } from "./admin/sessions/admin-settings";
import { createFirstPair, ensureFirstAdmin } from "./admin/sessions/first-admin";
import type { DatabaseConnection } from "./database/connect-database";
import { Front } from "./http/front";
import { serviceStatus } from "./http/service-status";
import { loadServiceKeys } from "./keys/load-service-keys";
import type { RunningServer } from "./running-server";
import type { ServerOptions } from "./server-options";
import type { ServiceCore } from "./service";

const databaseName = "appstead";

/** Starts the service on its database and lets it listen. */
export async function serve(
  options: ServerOptions,
  database: DatabaseConnection,
  log: ServiceCore["log"],
): Promise<RunningServer> {
  let url = "";
  const core = await createCore(options, database, log, () => url);
  const keys = new AdminKeys(core.db);
  const { groupId, needsPair } = await ensureFirstAdmin(core.db, keys, options.admin ?? {});
  const front = new Front({ log, status: serviceStatus(core.db), load: () => loadApplication(core, keys) });
  const host = options.host ?? "127.0.0.1";
  // Nothing is answered before the first key pair is kept, and a port in use does not cost it.
  url = originOf(host, await front.listen(host, options.port ?? 0));
  log.info(`Server listening at ${url}`);
  try {
    const keep = async (pair: KeyPair) => options.keepFirstPair?.({ ...pair, groupId, url });
    const created = needsPair ? { createdKeys: await createFirstPair(keys, groupId, keep) } : {};
    front.open();
    return { url, groupId, ...created, close: () => close(front, database) };
  } catch (error) {
    await front.close();
    throw error;
  }
}

async function close(front: Front, database: DatabaseConnection): Promise<void> {
  await front.close();
  await database.close();
}

async function loadApplication(core: ServiceCore, keys: AdminKeys) {
  const { createApplication }: typeof import("./application") = require("./application");
  return createApplication(core, keys);
}

async function createCore(
  { dataDir, mongodbUri, env = process.env, now = Date.now }: ServerOptions,
  { client }: DatabaseConnection,
  log: ServiceCore["log"],
  baseUrl: () => string,
): Promise<ServiceCore> {
  // Whatever an address asks for, the service must read what it wrote.
  const options: DbOptions = { ignoreUndefined: true, readPreference: "primary" };
  const db = client.db(databaseIn(mongodbUri) ?? databaseName, options);
  return { client, db, keys: await loadServiceKeys({ dataDir, env, db, now }), log, now, baseUrl };
}

/** Database that an address names after its hosts. */
function databaseIn(uri: string | undefined): string | undefined {
  const [, named] = /^[^:]+:\/\/[^/]+\/([^?]+)/.exec(uri ?? "") ?? [];
  return named && decodeURIComponent(named);
}

function originOf(host: string, { port }: AddressInfo): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
