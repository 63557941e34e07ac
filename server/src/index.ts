import "./node-version";

export {
  AdminKeyConflictError,
  type AdminSettings,
  AdminSettingsError,
  type KeyPair,
} from "./admin/sessions/admin-settings";
export { DatabaseError } from "./database/database-error";
export { ServiceKeyError } from "./keys/service-key-error";
export type { RunningServer } from "./running-server";
export { startServer } from "./server";
export type { ServerOptions } from "./server-options";
