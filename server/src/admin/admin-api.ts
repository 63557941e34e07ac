import type { FastifyInstance } from "fastify";
import { registerClusterRoutes } from "../database/cluster-routes";
import type { AdminParts } from "./admin-parts";
import { registerAppRoutes } from "./apps/app-routes";
import type { Apps } from "./apps/apps";
import { registerDeployConfigRoutes } from "./deployments/deploy-config-routes";
import { registerDeploymentRoutes } from "./deployments/deployment-routes";
import { registerDraftRoutes } from "./deployments/draft-routes";
import { hookTable } from "./hook-table";
import { registerKindRoutes } from "./objects/kind-routes";
import type { AdminKeys } from "./sessions/admin-keys";
import type { AdminSessions } from "./sessions/admin-sessions";
import { requireAdmin } from "./sessions/authenticate";
import { registerProfileRoutes } from "./sessions/profile-routes";
import { registerSessionRoutes } from "./sessions/session-routes";
import { registerSyncRoutes } from "./sync/sync-routes";

/** What the Admin API is made of. */
export interface AdminApi {
  readonly parts: AdminParts;
  readonly apps: Apps;
  readonly keys: AdminKeys;
  readonly sessions: AdminSessions;
}

/** Serves the Admin API under `/api/admin/v3.0`. */
export function registerAdminApi(root: FastifyInstance, { parts, apps, keys, sessions }: AdminApi): void {
  const { service } = parts;
  void root.register(
    async admin => {
      registerSessionRoutes(admin, { keys, sessions, now: service.now });
      await admin.register(async guarded => {
        requireAdmin(guarded, sessions, service.db);
        registerProfileRoutes(guarded);
        registerClusterRoutes(guarded, parts.clusters);
        registerAppRoutes(guarded, apps);
        registerDeploymentRoutes(guarded, service);
        registerDeployConfigRoutes(guarded, apps.store, service);
        registerDraftRoutes(guarded, service);
        registerSyncRoutes(guarded, apps.store, service);
        registerKindRoutes(guarded, parts, hookTable(parts));
      });
    },
    { prefix: "/api/admin/v3.0" },
  );
}
