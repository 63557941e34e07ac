import type { JsonObject, KindName } from "@appstead/sdk";

/** Whose view of which app: reads and writes of a user with a draft go through that draft. */
export interface Scope {
  readonly groupId: string;
  readonly appId: string;
  /** Admin user; drafts belong to one user. */
  readonly userId: string;
}

/** One configuration object. */
export interface ConfigObject {
  readonly kind: KindName;
  /** ObjectId in hexadecimal form; for sections the id of the data source. */
  readonly id: string;
  /** Id of the data source that it lives under, for kinds below one. */
  readonly parentId?: string;
  /**
   * The record without `_id`; not to be modified. Readers get both fields of every reference pair; written is what was
   * given, so that either may be sent back.
   */
  readonly record: JsonObject;
  /** Seconds since the epoch. */
  readonly lastModified: number;
  /** Kept so that a repeated create finds its first answer. */
  readonly idempotencyKey?: string;
}

/** One change to the configuration. */
export type Edit =
  | {
      readonly op: "put";
      readonly object: ConfigObject;
      /** Refuses the edit when the object is not there (`present`) or already there (`absent`). Default: either. */
      readonly expects?: "present" | "absent";
    }
  | { readonly op: "delete"; readonly kind: KindName; readonly id: string };

/** Says whose draft it is, so that a dead deploy's draft can be told from a person's. */
export interface DraftMark {
  readonly project: string;
  readonly stack: string;
  /** Random id of the process that deploys. */
  readonly process: string;
  /** Milliseconds that the draft stays alive after its last write. */
  readonly leaseMs: number;
}

export interface Draft {
  readonly id: string;
  readonly userId: string;
  readonly appId: string;
  readonly mark?: DraftMark;
  /** Milliseconds since the epoch; renewed by every write of a marked draft. */
  readonly leaseExpiresAt?: number;
}

export type DeploymentStatus = "created" | "pending" | "successful" | "failed";

export interface Deployment {
  readonly id: string;
  readonly appId: string;
  readonly name: string;
  readonly draftId?: string;
  readonly userId: string;
  /** Seconds since the epoch. */
  readonly deployedAt: number;
  readonly origin: string;
  readonly status: DeploymentStatus;
  readonly statusErrorMessage: string;
  /** Configuration version that it made current; absent when it failed. */
  readonly version?: number;
}

/** What a draft would change. */
export interface DraftDiff {
  /** One text per object: added, removed, or a line diff of what is modified. */
  readonly diffs: readonly string[];
}

/** Reads configuration at one version, or through a draft. */
export interface ConfigView {
  /** The draft that it goes through. */
  readonly draftId?: string;
  get(kind: KindName, id: string): Promise<ConfigObject | undefined>;
  /** Objects of a kind in order of creation; with `parentId` only those under that data source. */
  list(kind: KindName, parentId?: string): Promise<ConfigObject[]>;
  /** By natural key of the kind (values of its `naturalKey` paths), below `parentId` where the kind has a parent. */
  find(kind: KindName, key: readonly unknown[], parentId?: string): Promise<ConfigObject | undefined>;
  findByIdempotencyKey(kind: KindName, key: string): Promise<ConfigObject | undefined>;
}

/**
 * Versioned configuration of apps in the service's database.
 *
 * @throws ApiError `DraftAlreadyExists`, `DraftNotFound`, `DeploymentNotFound`, `InvalidParameter` and others of the table
 */
export interface ConfigStore {
  /** Prepares indexes; safe to call from several servers at once. */
  initialize(): Promise<void>;
  createApp(appId: string): Promise<void>;
  deleteApp(appId: string): Promise<void>;
  /** What the user sees: through the user's draft if there is one, else what is deployed. */
  view(scope: Scope): Promise<ConfigView>;
  /** What is deployed, and its version, for the running app; cached by version. */
  deployed(appId: string): Promise<{ version: number; view: ConfigView }>;
  /**
   * Applies edits: into the user's draft, or as a deployment of their own. All or nothing.
   * Checks duplicates of natural keys and references by id at once; references by name at deployment.
   * Deleting an object also deletes what lives under it. Gives what the user sees afterwards.
   *
   * @param seen what the user saw before; edits that were made for a draft never go anywhere else
   * @throws ApiError the kind's `alreadyExists` code for a second object with the same natural key or idempotency key,
   *   its `notFound` code, `InvalidParameter` naming each field that is wrong, `AppNotFound`, `MaintenanceInProgress`, `DraftNotFound` when the draft that was seen is gone
   */
  apply(scope: Scope, edits: readonly Edit[], seen?: ConfigView): Promise<ConfigView>;
  createDraft(scope: Scope, mark?: DraftMark): Promise<Draft>;
  getDraft(scope: Scope): Promise<Draft | undefined>;
  discardDraft(scope: Scope, draftId: string): Promise<void>;
  diffDraft(scope: Scope, draftId: string): Promise<DraftDiff>;
  /**
   * Deploys a draft; a failed validation changes nothing, keeps the draft and gives status `failed`.
   * @throws ApiError `409 DraftConflict` that names the objects which changed since the draft was made
   */
  deployDraft(scope: Scope, draftId: string, name: string): Promise<Deployment>;
  /** Newest first, at most `limit` (25). */
  listDeployments(appId: string, limit?: number): Promise<Deployment[]>;
  getDeployment(appId: string, deploymentId: string): Promise<Deployment | undefined>;
  /** Deploys the difference to an earlier deployment as a new one. */
  redeploy(scope: Scope, deploymentId: string): Promise<Deployment>;
  /** Deployed objects that refer to an object by its id or by its name; also for kinds that are kept elsewhere. */
  referrers(appId: string, kind: KindName, target: { id?: string; name?: string }): Promise<ConfigObject[]>;
}
