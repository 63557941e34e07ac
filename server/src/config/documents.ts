import type { KindName } from "@appstead/sdk";
import type { Collection, Db } from "mongodb";
import { ensureIndexes } from "../database/ensure-indexes";
import type { DeploymentStatus, DraftMark } from "./config-store";
import type { PairReference } from "./references-in";

/** `to` of a row that is still current: no version reaches it. */
export const openEnd = Number.MAX_SAFE_INTEGER;

/** Who deploys at the moment. */
interface LeaseDocument {
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** One per app: the pointer, the lease and what is known of version numbers. Every transition is one update of it. */
export interface AppDocument {
  /** App id. */
  readonly _id: string;
  /** The pointer: version that is deployed; 0 on a fresh app. */
  readonly version: number;
  /** Highest version number given out; while the lease is held, the number of its holder. */
  readonly allocated: number;
  /** Ascends with every lease: only the holder of the newest may move the pointer. */
  readonly fence: number;
  readonly lease: LeaseDocument | null;
  /** Numbers of deployments that died; rows from and ends at these versions do not count. */
  readonly aborted: readonly number[];
  /** Whether rows of an aborted version may be left to sweep. */
  readonly dirty: boolean;
  /** Rows that ended at or before this version are gone. */
  readonly horizon: number;
}

/** An object as it is in the versions `from <= v < to`. Everything but `to` and `closed` is written once. */
export interface RowDocument {
  readonly _id: string;
  readonly app: string;
  readonly from: number;
  /** Not indexed: an index over it would move rows under the cursors of readers. */
  readonly to: number;
  /** `to` of a row that has ended, for sweeping and redeploying. */
  readonly closed?: number;
  readonly terms: readonly string[];
  readonly object: ObjectDocument;
}

/** A stored object; documents of users are kept as text, so that no key of theirs means anything to the database. */
export interface ObjectDocument {
  readonly kind: KindName;
  readonly id: string;
  readonly parentId?: string;
  readonly record: string;
  readonly lastModified: number;
  readonly idempotencyKey?: string;
  readonly order: number;
  readonly pairs: readonly PairReference[];
}

/** A draft; the unique index over app and user allows one each. */
export interface DraftDocument {
  /** ObjectId in hexadecimal form. */
  readonly _id: string;
  readonly app: string;
  readonly user: string;
  /** Version that was deployed when it was made. */
  readonly base: number;
  /** Number of committed batches: compare-and-set by every write. */
  readonly revision: number;
  /** Committed batches, oldest first: edits of other batches do not count. */
  readonly batches: readonly string[];
  /** Version number of the deployment that has frozen it. */
  readonly deploying: number | null;
  readonly mark?: DraftMark;
  readonly leaseExpiresAt?: number;
}

/** One object that a batch of edits changed in a draft. */
export interface DraftEditDocument {
  readonly _id: string;
  readonly app: string;
  readonly draft: string;
  readonly batch: string;
  /** Key of the object. */
  readonly key: string;
  readonly terms: readonly string[];
  /** `null` when the object is deleted. */
  readonly object: ObjectDocument | null;
}

/** A deployment; whether it came into effect is read from the app's document. */
export interface DeploymentDocument {
  /** ObjectId in hexadecimal form. */
  readonly _id: string;
  readonly app: string;
  readonly name: string;
  readonly draft?: string;
  readonly user: string;
  readonly deployedAt: number;
  readonly origin: string;
  readonly status: DeploymentStatus;
  readonly error: string;
  readonly version: number | null;
  /** Its version, for the order of the list; {@link openEnd} until it has one. */
  readonly order: number;
  /** Milliseconds since the epoch; a deployment that has not begun by then never will. */
  readonly beginsBefore: number;
}

/** The collections of the configuration store. */
export interface Collections {
  readonly apps: Collection<AppDocument>;
  readonly rows: Collection<RowDocument>;
  readonly drafts: Collection<DraftDocument>;
  readonly edits: Collection<DraftEditDocument>;
  readonly deployments: Collection<DeploymentDocument>;
}

/** Opens the collections so that what was acknowledged survives the loss of a server of a replica set. */
export function openCollections(db: Db): Collections {
  const options = { writeConcern: { w: "majority" as const }, ignoreUndefined: true };
  return {
    apps: db.collection<AppDocument>("config_apps", options),
    rows: db.collection<RowDocument>("config_rows", options),
    drafts: db.collection<DraftDocument>("config_drafts", options),
    edits: db.collection<DraftEditDocument>("config_draft_edits", options),
    deployments: db.collection<DeploymentDocument>("config_deployments", options),
  };
}

/** Creates the indexes; those that exist are left alone. */
export async function createIndexes({ rows, drafts, edits, deployments }: Collections): Promise<void> {
  await ensureIndexes(rows, [
    { key: { app: 1, terms: 1, from: 1 } },
    { key: { app: 1, from: 1 } },
    { key: { app: 1, closed: 1 } },
  ]);
  await ensureIndexes(drafts, [{ key: { app: 1, user: 1 }, unique: true }]);
  await ensureIndexes(edits, [{ key: { draft: 1 } }, { key: { app: 1 } }]);
  await ensureIndexes(deployments, [{ key: { app: 1, order: -1, _id: -1 } }]);
}
