import type { InputIssue, Kind, KindName } from "@appstead/sdk";
import type { Db } from "mongodb";
import type { Logger } from "pino";
import type { ConfigObject, ConfigView } from "./config-store";

/** Says of a kind that is kept elsewhere whether an object exists, so that references to it can be checked. */
export type ExistsElsewhere = (appId: string, by: "id" | "name", value: string) => Promise<boolean>;

/** Checks an object in the view as it will be; what it returns refuses the change. Runs at `apply` and at deployment. */
export type ConfigRule = (
  object: ConfigObject,
  context: { readonly appId: string; readonly view: ConfigView },
) => Promise<readonly InputIssue[]>;

/** What a configuration store is made of. */
export interface ConfigStoreOptions {
  /** Database of the service. */
  readonly db: Db;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Pick<Logger, "warn">;
  readonly kinds: readonly Kind[];
  /** Checks beyond the definitions, for example the syntax of sources. */
  readonly rules?: Partial<Record<KindName, ConfigRule>>;
  /** Kinds that are kept elsewhere, such as secrets; references to other unknown kinds are not checked. */
  readonly elsewhere?: Partial<Record<KindName, ExistsElsewhere>>;
  /** Milliseconds that a deployment may stay silent before others take over. Default: 15,000. */
  readonly leaseMs?: number;
  /** Milliseconds to wait for a deployment of another server. Default: 10,000. */
  readonly waitMs?: number;
}
