import type { Collection, Db } from "mongodb";

/** An app as it is stored in the collection `apps`; its configuration lives in the configuration store. */
export interface AppDocument {
  /** ObjectId in hexadecimal form: the `appId` of admin paths. */
  readonly _id: string;
  readonly group_id: string;
  readonly domain_id: string;
  /** Public id that clients use. */
  readonly client_app_id: string;
  readonly name: string;
  readonly provider_region?: string;
  readonly location?: string;
  readonly deployment_model: string;
  /** Empty string: no environment. */
  readonly environment: string;
  readonly template_id?: string;
  readonly product: string;
  /** Seconds since the epoch. */
  readonly last_used: number;
  readonly last_modified: number;
  readonly idempotency_key?: string;
  readonly deploy_config?: DeployConfig;
  /** Whether clients may extend schemas through sync. */
  readonly development_mode_enabled?: boolean;
  /** Set while the app is being removed; such an app is invisible. */
  readonly deleting?: boolean;
}

/** Deployment configuration of an app. */
export interface DeployConfig {
  readonly ui_drafts_disabled: boolean;
  readonly automatic_deployment: {
    readonly enabled: boolean;
    readonly provider?: string;
    readonly installation_ids: readonly unknown[];
  };
  /** Seconds since the epoch. */
  readonly last_modified: number;
}

/** The collection of apps. */
export function appsCollection(db: Db): Collection<AppDocument> {
  return db.collection<AppDocument>("apps");
}

/** The app that clients mean by a client app id; `undefined` when there is none. */
export async function findAppByClientId(db: Db, clientAppId: string): Promise<AppDocument | undefined> {
  const found = await appsCollection(db).findOne({ client_app_id: clientAppId });
  return found && !found.deleting ? found : undefined;
}
