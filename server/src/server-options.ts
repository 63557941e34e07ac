import type { AdminSettings, KeyPair } from "./admin/sessions/admin-settings";

/** How the service is started. */
export interface ServerOptions {
  /** Folder for the embedded database and the service key. Default: everything is kept in memory. */
  readonly dataDir?: string;
  /**
   * Address of a MongoDB replica set or sharded cluster to use instead of the embedded database; the service keeps its
   * own data in the database that the address names. Default of that: `appstead`.
   */
  readonly mongodbUri?: string;
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /** Default: 0, a free port. */
  readonly port?: number;
  /** The first project and admin key pair. Default: created on first start. */
  readonly admin?: AdminSettings;
  /** Told the pair that this start makes up, before the service knows it; when it fails, so does the start. */
  readonly keepFirstPair?: (pair: KeyPair & { groupId: string; url: string }) => Promise<void>;
  /** `silent`, `error`, `warn`, `info` or `debug`; the log goes to standard error. Default: `info`. */
  readonly logLevel?: string;
  /** Where `APPSTEAD_SERVICE_KEY` is read from. Default: the environment of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: () => number;
}
