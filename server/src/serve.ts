import type { AddressInfo } from "node:net";
import { kinds } from "@appstead/sdk";
import type { FastifyInstance } from "fastify";
import type { DbOptions } from "mongodb";
import { type AdminApi, registerAdminApi } from "./admin/admin-api";
import { Apps } from "./admin/apps/apps";
import { noRuleOnFederated, noTriggerOnFederated } from "./admin/federated";
import { SecretStore } from "./admin/secrets/secret-store";
import { AdminKeys } from "./admin/sessions/admin-keys";
import { AdminSessions } from "./admin/sessions/admin-sessions";
import type { KeyPair } from "./admin/sessions/admin-settings";
import { createFirstPair, ensureFirstAdmin } from "./admin/sessions/first-admin";
import { onlyOneSynced } from "./admin/sync-config";
import { registerClientApi } from "./client/register-client-api";
import { createConfigStore } from "./config/create-config-store";
import { createClusters } from "./database/clusters";
import type { DatabaseConnection } from "./database/connect-database";
import { createFunctionRuntime } from "./functions";
import { createHttpApp } from "./http/create-http-app";
import { registerHealthRoutes } from "./http/health-routes";
import { loadServiceKeys } from "./keys/load-service-keys";
import type { RunningServer } from "./running-server";
import type { ServerOptions } from "./server-options";
import type { Service } from "./service";
import { serviceVersion } from "./service-version";

const databaseName = "appstead";

/** Builds the service on its database and lets it listen. */
export async function serve(
  options: ServerOptions,
  database: DatabaseConnection,
  log: Service["log"],
): Promise<RunningServer> {
  let url = "";
  const { service, secrets } = await createService(options, database, log, () => url);
  const app = createHttpApp({ log, baseUrl: service.baseUrl });
  // Nothing is answered before the first key pair is kept, and a port in use does not cost it.
  let answer = (): void => {};
  const started = new Promise<void>(resolve => {
    answer = resolve;
  });
  app.addHook("onRequest", () => started);
  const { keys, apps } = compose(app, service, secrets);
  const [{ groupId, needsPair }] = await Promise.all([
    keys.initialize().then(() => ensureFirstAdmin(service.db, keys, options.admin ?? {})),
    apps.initialize(),
    service.config.initialize(),
    secrets.initialize(),
    app.ready(),
  ]);
  const host = options.host ?? "127.0.0.1";
  await app.listen({ host, port: options.port ?? 0 });
  url = originOf(host, app.server.address());
  try {
    const keep = async (pair: KeyPair) => options.keepFirstPair?.({ ...pair, groupId, url });
    const created = needsPair ? { createdKeys: await createFirstPair(keys, groupId, keep) } : {};
    answer();
    return { url, groupId, ...created, close: () => close(app, database) };
  } catch (error) {
    answer();
    await app.close();
    throw error;
  }
}

async function close(app: FastifyInstance, database: DatabaseConnection): Promise<void> {
  await app.close();
  await database.close();
}

async function createService(
  { dataDir, mongodbUri, env = process.env, now = Date.now }: ServerOptions,
  { client }: DatabaseConnection,
  log: Service["log"],
  baseUrl: () => string,
): Promise<{ service: Service; secrets: SecretStore }> {
  // Whatever an address asks for, the service must read what it wrote.
  const options: DbOptions = { ignoreUndefined: true, readPreference: "primary" };
  const db = client.db(databaseIn(mongodbUri) ?? databaseName, options);
  const keys = await loadServiceKeys({ dataDir, env, db, now });
  const secrets = new SecretStore({ db, keys, now });
  const config = createConfigStore({
    db,
    now,
    log,
    kinds,
    rules: { Rule: noRuleOnFederated, SyncConfig: onlyOneSynced, Trigger: noTriggerOnFederated },
    elsewhere: {
      Secret: async (appId, by, value) =>
        by === "name" ? secrets.exists(appId, value) : (await secrets.get(appId, value)) !== undefined,
    },
  });
  return { service: { client, db, keys, config, log, now, baseUrl }, secrets };
}

/** Database that an address names after its hosts. */
function databaseIn(uri: string | undefined): string | undefined {
  const [, named] = /^[^:]+:\/\/[^/]+\/([^?]+)/.exec(uri ?? "") ?? [];
  return named && decodeURIComponent(named);
}

function compose(app: FastifyInstance, service: Service, secrets: SecretStore): AdminApi {
  const functions = createFunctionRuntime();
  const clusters = createClusters(service);
  registerHealthRoutes(app, service, serviceVersion);
  const client = registerClientApi(app, service, { functions, secrets });
  const parts = {
    service,
    secrets,
    clusters,
    checkSource: (source: string) => functions.checkSyntax(source),
    forgetApp: (appId: string) => client.forgetApp(appId),
  };
  const keys = new AdminKeys(service.db);
  const admin = { parts, keys, apps: new Apps(parts), sessions: new AdminSessions(service, keys) };
  registerAdminApi(app, admin);
  app.addHook("onClose", async () => {
    await Promise.all([functions.close(), clusters.close()]);
  });
  return admin;
}

function originOf(host: string, address: AddressInfo | string | null): string {
  if (address === null || typeof address === "string") throw new Error("the service has no network address");
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}
