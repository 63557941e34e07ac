export type { KeyPair } from "./admin/sessions/admin-keys";
export { AdminKeyConflictError, type AdminSettings, AdminSettingsError } from "./admin/sessions/first-admin";
export { DatabaseError } from "./database/database-error";
export { ServiceKeyError } from "./keys/service-key-error";
export { type RunningServer, startServer } from "./server";
export type { ServerOptions } from "./server-options";
