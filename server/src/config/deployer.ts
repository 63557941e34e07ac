import { ApiError } from "../http/api-error";
import { BatchedSource } from "./batched-source";
import type { Deployments } from "./deployments";
import {
  type AppDocument,
  type Collections,
  type DeploymentDocument,
  openEnd,
  type RowDocument,
} from "./documents";
import type { History } from "./history";
import { KeyedQueue } from "./keyed-queue";
import type { Leases } from "./lease";
import { byCreation } from "./object-view";
import type { ConfigStoreOptions } from "./options";
import type { Overlay } from "./overlay";
import { encodeObject, rowId } from "./row-codec";
import { RowSource } from "./row-source";
import type { Source } from "./source";
import type { StoredObject } from "./stored-object";
import { objectKey } from "./terms";

/** What a deployment is to make live. */
export interface Prepared {
  readonly changes: Overlay;
  /** Record to be written with the rows, where none was written before. */
  readonly record?: DeploymentDocument;
}

/**
 * Decides under the lease what to make live. An ApiError says that nothing was left behind and ends the deployment.
 *
 * @param app the app's document: `allocated` is the version that is being made
 */
export type Prepare = (app: AppDocument, base: Source) => Promise<Prepared>;

/** Objects of a draft have places in the order of creation beyond those of every version. */
export const draftOrder = 2 ** 52;
const placesPerVersion = 1_000_000;

/** First place in the order of creation that a version gives out. */
export function firstPlace(version: number): number {
  return version * placesPerVersion;
}

interface Parts {
  readonly collections: Collections;
  readonly leases: Leases;
  readonly deployments: Deployments;
  readonly history: History;
  readonly log: ConfigStoreOptions["log"];
}

interface HeldLease {
  readonly app: AppDocument;
  /** Whether something may have been written that has to be undone if the deployment fails. */
  wrote: boolean;
}

const takenOver =
  "another server took over the deployment, because this one was silent for too long; nothing was changed; try again";

/**
 * Deploys: takes the lease, lets the change be decided, writes its rows under the new version and ends those that they
 * replace, and moves the pointer. Until then no reader sees any of it, and whoever takes the lease next undoes it.
 */
export class Deployer {
  readonly #queue = new KeyedQueue();

  constructor(private readonly parts: Parts) {}

  /** The version that is live now. */
  deploy(appId: string, prepare: Prepare): Promise<number> {
    // Within one server waiting in line is cheaper than competing for the lease.
    return this.#queue.run(appId, () => this.#underLease(appId, lease => this.#deploy(lease, prepare)));
  }

  /** Ends what a deployment that fell silent has left behind. */
  async recover(appId: string): Promise<void> {
    await this.#queue.run(appId, () =>
      this.#underLease(appId, lease => this.parts.leases.release(lease.app)),
    );
  }

  async #underLease<T>(appId: string, work: (lease: HeldLease) => Promise<T>): Promise<T> {
    const { leases, history } = this.parts;
    const lease: HeldLease = { app: await leases.acquire(appId), wrote: false };
    const stop = leases.keepAlive(lease.app);
    try {
      if (lease.app.dirty) await history.sweepAborted(lease.app);
      return await work(lease);
    } catch (cause) {
      const clean = cause instanceof ApiError && !lease.wrote;
      // Where this fails too the lease runs out, and whoever takes it next finds out what is left.
      await (clean ? leases.release(lease.app) : leases.abort(lease.app)).catch(() => undefined);
      throw cause;
    } finally {
      stop();
    }
  }

  async #deploy(lease: HeldLease, prepare: Prepare): Promise<number> {
    const { leases, collections } = this.parts;
    const { app } = lease;
    const base = new BatchedSource(new RowSource(collections, app));
    const prepared = await prepare(app, base);
    lease.wrote = true;
    await this.#write(app, base, prepared);
    if (!(await leases.commit(app))) throw new ApiError("MaintenanceInProgress", takenOver);
    await this.#sweepOld(app);
    return app.allocated;
  }

  async #sweepOld(app: AppDocument): Promise<void> {
    try {
      await this.parts.history.sweepOld(app);
    } catch (cause) {
      // The deployment is live; what is left is swept another time.
      this.parts.log.warn({ err: cause, appId: app._id }, "old configuration versions could not be swept");
    }
  }

  async #write(app: AppDocument, base: Source, { changes, record }: Prepared): Promise<void> {
    const { collections, deployments } = this.parts;
    const keys = changes.entries().map(([key]) => key);
    const replaced = (await base.lookup(keys)).map(object => rowId(app._id, objectKey(object), object.from));
    const rows = rowsOf(app, changes);
    await Promise.all([
      record ? deployments.insert(record) : undefined,
      rows.length > 0 ? collections.rows.insertMany(rows, { ordered: false }) : undefined,
      replaced.length > 0 ? this.#end(app, replaced) : undefined,
    ]);
  }

  /** Ends rows at the new version; an end that a dead deployment set is replaced, one of a later holder never. */
  async #end(app: AppDocument, ids: readonly string[]): Promise<void> {
    const filter = { _id: { $in: [...ids] }, to: { $in: [openEnd, ...app.aborted] } };
    const update = { $set: { to: app.allocated, closed: app.allocated } };
    const { matchedCount } = await this.parts.collections.rows.updateMany(filter, update);
    if (matchedCount !== ids.length) throw new ApiError("MaintenanceInProgress");
  }
}

function rowsOf(app: AppDocument, changes: Overlay): RowDocument[] {
  const objects = changes
    .entries()
    .flatMap(([, object]) => object ?? [])
    .sort(byCreation);
  let place = firstPlace(app.allocated);
  return objects.map(object => {
    const order = object.order >= draftOrder ? place++ : object.order;
    return rowOf(app, { ...object, order });
  });
}

function rowOf(app: AppDocument, object: StoredObject): RowDocument {
  return {
    _id: rowId(app._id, objectKey(object), app.allocated),
    app: app._id,
    from: app.allocated,
    to: openEnd,
    terms: object.terms,
    object: encodeObject(object),
  };
}
