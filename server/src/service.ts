import type { Db, MongoClient } from "mongodb";
import type { Logger } from "pino";
import type { ConfigStore } from "./config/config-store";
import type { ServiceKeys } from "./keys/service-keys";

/** What the service has from its start on. */
export interface ServiceCore {
  /** Connection to the service's database: the embedded document store or MongoDB. */
  readonly client: MongoClient;
  /** The service's own database (configuration, users, sessions, logs). */
  readonly db: Db;
  readonly keys: ServiceKeys;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Origin that clients reach the service at, for example `http://127.0.0.1:9090`; known once it listens. */
  readonly baseUrl: () => string;
}

/** What every part of the application works with. */
export interface Service extends ServiceCore {
  readonly config: ConfigStore;
}
