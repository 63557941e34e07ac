import { randomUUID } from "node:crypto";
import { ApiError } from "../http/api-error";
import type { AppDocument, Collections } from "./documents";
import { Backoff } from "./wait";

interface LeaseOptions {
  readonly now: () => number;
  readonly leaseMs: number;
  readonly waitMs: number;
}

/**
 * The right to deploy an app, fenced: every holder gets a higher fence and a version number that was never given out,
 * and only the newest fence can move the pointer. One that stops is taken over when its lease has run out; its number
 * is then aborted for good, so that whatever it still writes does not count.
 */
export class Leases {
  constructor(
    private readonly collections: Collections,
    private readonly options: LeaseOptions,
  ) {}

  /**
   * Waits for the lease; the app's document as this holder's: `allocated` is its version, `version` what is deployed.
   *
   * @throws ApiError `AppNotFound`, `MaintenanceInProgress` when a live deployment does not end in time
   */
  async acquire(appId: string): Promise<AppDocument> {
    const backoff = new Backoff(this.options.waitMs);
    for (;;) {
      const free = await this.#take({ _id: appId, lease: null }, {});
      if (free) return free;
      const seen = await this.collections.apps.findOne({ _id: appId });
      if (!seen) throw new ApiError("AppNotFound");
      const taken = this.hasExpired(seen) ? await this.#takeOver(seen) : undefined;
      if (taken) return taken;
      if (!(await backoff.wait())) throw new ApiError("MaintenanceInProgress");
    }
  }

  /** Whether a holder has fallen silent. */
  hasExpired({ lease }: AppDocument): boolean {
    return lease !== null && lease.expiresAt <= this.options.now();
  }

  /** Keeps a lease alive until the returned function is called. */
  keepAlive({ _id, fence, lease }: AppDocument): () => void {
    const renew = () => {
      const set = { "lease.expiresAt": this.options.now() + this.options.leaseMs };
      // A renewal that fails only lets the lease run out, which the fence makes safe.
      this.collections.apps
        .updateOne({ _id, fence, "lease.owner": lease?.owner ?? "" }, { $set: set })
        .catch(() => {});
    };
    const timer = setInterval(renew, this.options.leaseMs / 3).unref();
    return () => clearInterval(timer);
  }

  /** Moves the pointer to the holder's version and gives the lease back, in one write; `false` when it was lost. */
  async commit({ _id, version, fence, allocated }: AppDocument): Promise<boolean> {
    try {
      const done = { version: allocated, lease: null, dirty: false };
      return (
        (await this.collections.apps.updateOne({ _id, version, fence }, { $set: done })).matchedCount === 1
      );
    } catch (cause) {
      // The answer was lost, not necessarily the write.
      const now = await this.collections.apps.findOne({ _id });
      if (now && isCommitted(now, allocated)) return true;
      throw cause;
    }
  }

  /** Gives the lease back after a deployment that wrote nothing. */
  async release({ _id, fence }: AppDocument): Promise<void> {
    await this.collections.apps.updateOne({ _id, fence }, { $set: { lease: null, dirty: false } });
  }

  /** Gives the lease back after a deployment that may have written something. */
  async abort({ _id, fence, version, allocated }: AppDocument): Promise<void> {
    const update = { $set: { lease: null, dirty: true }, $push: { aborted: allocated } };
    await this.collections.apps.updateOne({ _id, fence, version }, update);
  }

  #takeOver(seen: AppDocument): Promise<AppDocument | null> {
    const filter = { _id: seen._id, fence: seen.fence, "lease.expiresAt": seen.lease?.expiresAt ?? 0 };
    return this.#take(filter, { $push: { aborted: seen.allocated } });
  }

  #take(filter: object, more: { $push?: { aborted: number } }): Promise<AppDocument | null> {
    const lease = { owner: randomUUID(), expiresAt: this.options.now() + this.options.leaseMs };
    const set = more.$push ? { lease, dirty: true } : { lease };
    const update = { $set: set, $inc: { fence: 1, allocated: 1 }, ...more };
    return this.collections.apps.findOneAndUpdate(filter, update, { returnDocument: "after" });
  }
}

/** Whether a version came into effect. */
export function isCommitted(app: Pick<AppDocument, "version" | "aborted">, version: number): boolean {
  return version <= app.version && !app.aborted.includes(version);
}
