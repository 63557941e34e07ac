import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import type { SecretStore } from "../admin/secrets/secret-store";
import type { FunctionRuntime } from "../functions";
import { refuseRoute } from "../http/error-reply";
import { createIdentity, type Identity } from "../identity/identity";
import type { Service } from "../service";
import type { ClientParts } from "./client-parts";
import { LogWriter } from "./logs/log-writer";
import { registerFunctionRoutes } from "./routes/function-routes";
import { registerLocationRoutes } from "./routes/location-routes";
import { registerLoginRoutes } from "./routes/login-routes";
import { registerPasswordRoutes } from "./routes/password-routes";
import { registerSessionRoutes } from "./routes/session-routes";
import { AppSnapshots } from "./runtime/app-snapshot";
import { FunctionCalls } from "./runtime/function-calls";

const sweepMs = 15 * 60 * 1000;

/** What the client API offers to the rest of the service. */
export interface ClientApi {
  readonly identity: Identity;
  readonly calls: FunctionCalls;
  readonly logs: LogWriter;
  /** Removes an app's users, sessions and log. */
  forgetApp(appId: string): Promise<void>;
}

/**
 * Adds the routes that app clients use, below `/api/client/v2.0`.
 * Indexes are made before the application is ready; the log is written out when it closes.
 */
export function registerClientApi(
  app: FastifyInstance,
  service: Service,
  given: { readonly functions: FunctionRuntime; readonly secrets: SecretStore },
): ClientApi {
  const identity = createIdentity(service);
  const logs = new LogWriter(service);
  const calls = new FunctionCalls({ ...given, users: identity.users });
  const snapshots = new AppSnapshots(service.config);
  const parts: ClientParts = { service, identity, logs, calls, snapshots, appIds: new Map() };
  app.register(async api => registerRoutes(api, parts), { prefix: "/api/client/v2.0" });
  keepHouse(app, parts);
  return {
    identity,
    calls,
    logs,
    forgetApp: async appId => {
      await identity.deleteApp(appId);
      await logs.deleteApp(appId);
    },
  };
}

async function registerRoutes(api: FastifyInstance, parts: ClientParts): Promise<void> {
  await api.register(cors, {
    origin: true,
    credentials: true,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: ["x-appservices-request-id", "x-baas-location"],
    maxAge: 600,
  });
  api.setNotFoundHandler(refuseRoute);
  registerLocationRoutes(api, parts);
  registerLoginRoutes(api, parts);
  registerPasswordRoutes(api, parts);
  registerSessionRoutes(api, parts);
  registerFunctionRoutes(api, parts);
}

function keepHouse(app: FastifyInstance, { identity, logs, service }: ClientParts): void {
  const sweeper = setInterval(() => {
    Promise.all([identity.sweep(), logs.sweep()]).catch(error =>
      service.log.warn(
        { err: error },
        "expired sessions and log entries could not be removed; tried again later",
      ),
    );
  }, sweepMs).unref();
  app.addHook("onReady", async () => {
    await Promise.all([identity.initialize(), logs.initialize()]);
  });
  app.addHook("onClose", async () => {
    clearInterval(sweeper);
    await logs.flush();
  });
}
