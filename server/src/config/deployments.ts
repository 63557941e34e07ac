import { ObjectId } from "bson";
import type { Deployment, Scope } from "./config-store";
import { type AppDocument, type Collections, type DeploymentDocument, openEnd } from "./documents";
import { isCommitted } from "./lease";

const interrupted = "The deployment was interrupted and changed nothing; deploy again.";
const keptAsFailed = { status: "failed", error: interrupted, version: null } as const;

/** Milliseconds beyond the wait for the lease within which a deployment must have begun. */
const beginningMs = 60_000;

interface NewDeployment {
  readonly scope: Scope;
  readonly name?: string;
  readonly draftId?: string;
  readonly now: number;
}

/** A record of a deployment that is about to begin. */
export function newDeployment({ scope, name, draftId, now }: NewDeployment): DeploymentDocument {
  const _id = new ObjectId().toHexString();
  return {
    _id,
    app: scope.appId,
    name: name === undefined || name === "" ? _id : name,
    draft: draftId,
    user: scope.userId,
    deployedAt: Math.floor(now / 1000),
    origin: "UI",
    status: "created",
    error: "",
    version: null,
    order: openEnd,
    beginsBefore: now + beginningMs,
  };
}

/** The record of a deployment that holds the lease. */
export function begun(record: DeploymentDocument, version: number): DeploymentDocument {
  return { ...record, status: "pending", version, order: version };
}

/** Records of deployments. That one came into effect is decided by the app's pointer alone, never by its record. */
export class Deployments {
  constructor(
    private readonly collections: Collections,
    private readonly now: () => number,
  ) {}

  async insert(record: DeploymentDocument): Promise<void> {
    await this.collections.deployments.insertOne(record);
  }

  /** Marks a record as holding the lease; `false` when it came too late and was given up. */
  async begin(id: string, version: number): Promise<boolean> {
    const set = { status: "pending" as const, version, order: version };
    const { matchedCount } = await this.collections.deployments.updateOne(
      { _id: id, status: "created" },
      { $set: set },
    );
    return matchedCount === 1;
  }

  async fail(id: string, error: string): Promise<void> {
    await this.collections.deployments.updateOne(
      { _id: id },
      { $set: { status: "failed", error, version: null } },
    );
  }

  async remove(id: string): Promise<void> {
    await this.collections.deployments.deleteOne({ _id: id });
  }

  async list(app: AppDocument, limit: number): Promise<Deployment[]> {
    const filter = { app: app._id, version: { $nin: [...app.aborted] } };
    // At most one record of a write without a draft is on its way.
    const newest = this.collections.deployments
      .find(filter)
      .sort({ order: -1, _id: -1 })
      .limit(limit + 1);
    const found = await Promise.all((await newest.toArray()).map(record => this.#settle(record, app)));
    return found.flatMap(record => record ?? []).slice(0, limit);
  }

  async get(app: AppDocument, id: string): Promise<Deployment | undefined> {
    const record = await this.collections.deployments.findOne({ _id: id, app: app._id });
    return record ? this.#settle(record, app) : undefined;
  }

  /** Settles the records of aborted versions; writes without a draft leave none. */
  async sweep({ _id, aborted }: AppDocument): Promise<void> {
    const dead = { app: _id, version: { $in: [...aborted] } };
    await this.collections.deployments.deleteMany({ ...dead, draft: { $exists: false } });
    await this.collections.deployments.updateMany(dead, { $set: keptAsFailed });
  }

  async #settle(record: DeploymentDocument, app: AppDocument): Promise<Deployment | undefined> {
    if (record.status === "created" && record.beginsBefore < this.now()) {
      const filter = { _id: record._id, status: "created" as const };
      await this.collections.deployments.updateOne(filter, { $set: keptAsFailed });
      return deployment({ ...record, ...keptAsFailed });
    }
    if (record.status !== "pending" || record.version === null) return deployment(record);
    if (isCommitted(app, record.version)) return deployment({ ...record, status: "successful" });
    if (record.draft === undefined) return undefined;
    return deployment(app.aborted.includes(record.version) ? { ...record, ...keptAsFailed } : record);
  }
}

/** A record as the store's users see it. */
export function deployment(record: DeploymentDocument): Deployment {
  return {
    id: record._id,
    appId: record.app,
    name: record.name,
    draftId: record.draft,
    userId: record.user,
    deployedAt: record.deployedAt,
    origin: record.origin,
    status: record.status,
    statusErrorMessage: record.error,
    version: record.status === "successful" && record.version !== null ? record.version : undefined,
  };
}
