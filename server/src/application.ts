import { kinds } from "@appstead/sdk";
import type { FastifyInstance } from "fastify";
import { type AdminApi, registerAdminApi } from "./admin/admin-api";
import { Apps } from "./admin/apps/apps";
import { noRuleOnFederated, noTriggerOnFederated } from "./admin/federated";
import { SecretStore } from "./admin/secrets/secret-store";
import type { AdminKeys } from "./admin/sessions/admin-keys";
import { AdminSessions } from "./admin/sessions/admin-sessions";
import { onlyOneSynced } from "./admin/sync-config";
import { registerClientApi } from "./client/register-client-api";
import { createConfigStore } from "./config/create-config-store";
import { createClusters } from "./database/clusters";
import { createFunctionRuntime } from "./functions";
import { createHttpApp } from "./http/create-http-app";
import type { Application } from "./http/front";
import type { Service, ServiceCore } from "./service";

/** Builds everything that answers requests for apps and their configuration: the Admin API and the client API. */
export async function createApplication(core: ServiceCore, keys: AdminKeys): Promise<Application> {
  const secrets = new SecretStore(core);
  const service: Service = { ...core, config: configStore(core, secrets) };
  const app = createHttpApp(core);
  const { apps } = compose(app, service, { secrets, keys });
  try {
    await Promise.all([apps.initialize(), service.config.initialize(), secrets.initialize(), app.ready()]);
  } catch (error) {
    await app.close();
    throw error;
  }
  return { handle: app.routing, close: () => app.close() };
}

function configStore({ db, now, log }: ServiceCore, secrets: SecretStore): Service["config"] {
  return createConfigStore({
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
}

function compose(
  app: FastifyInstance,
  service: Service,
  { secrets, keys }: { readonly secrets: SecretStore; readonly keys: AdminKeys },
): AdminApi {
  const functions = createFunctionRuntime();
  const clusters = createClusters(service);
  const client = registerClientApi(app, service, { functions, secrets });
  const parts = {
    service,
    secrets,
    clusters,
    checkSource: (source: string) => functions.checkSyntax(source),
    forgetApp: (appId: string) => client.forgetApp(appId),
  };
  const admin = { parts, keys, apps: new Apps(parts), sessions: new AdminSessions(service, keys) };
  registerAdminApi(app, admin);
  app.addHook("onClose", async () => {
    await Promise.all([functions.close(), clusters.close()]);
  });
  return admin;
}
