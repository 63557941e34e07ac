import { ObjectId } from "bson";
import { ApiError } from "../http/api-error";
import type { Draft, DraftMark, Scope } from "./config-store";
import type { AppDocument, Collections, DraftDocument, DraftEditDocument } from "./documents";
import { isCommitted, type Leases } from "./lease";
import { Overlay } from "./overlay";
import { decodeObject } from "./row-codec";
import { Backoff } from "./wait";

const duplicateKey = 11000;
const keptOverlays = 200;

/** A user's draft and the app as they were at one moment. */
export interface OpenDraft {
  readonly draft: DraftDocument;
  readonly app: AppDocument;
  /** Whether a deployment of it is under way: it can be read but not changed. */
  readonly frozen: boolean;
}

interface Parts {
  readonly collections: Collections;
  readonly leases: Leases;
  readonly recover: (appId: string) => Promise<void>;
  readonly now: () => number;
  readonly waitMs: number;
}

/** Drafts: one for each user of an app. A draft that was deployed is gone from the moment of the deployment. */
export class Drafts {
  readonly #overlays = new Map<string, { revision: number; overlay: Overlay }>();

  constructor(private readonly parts: Parts) {}

  /** @throws ApiError `AppNotFound`, `DraftAlreadyExists` */
  async create(scope: Scope, mark?: DraftMark): Promise<Draft> {
    const { drafts } = this.parts.collections;
    for (;;) {
      const { version } = await this.app(scope.appId);
      const draft = newDraft(scope, version, mark, this.parts.now());
      try {
        await drafts.insertOne(draft);
        return asDraft(draft);
      } catch (cause) {
        if (!isDuplicateKey(cause)) throw cause;
      }
      // The one that is there may have been deployed; finding it removes it then.
      if (await this.find(scope)) throw new ApiError("DraftAlreadyExists");
    }
  }

  /** @throws ApiError `AppNotFound` */
  async app(appId: string): Promise<AppDocument> {
    const app = await this.parts.collections.apps.findOne({ _id: appId });
    if (!app) throw new ApiError("AppNotFound");
    return app;
  }

  /** The user's draft, and the app as read after it. */
  async see(scope: Scope): Promise<{ app: AppDocument; open?: OpenDraft }> {
    for (;;) {
      const draft = await this.parts.collections.drafts.findOne({ app: scope.appId, user: scope.userId });
      // Read after the draft: a draft that is gone by then was deployed in the version that is read here.
      const app = await this.app(scope.appId);
      if (!draft) return { app };
      const state = stateOf(draft, app);
      if (state === "deployed") await this.remove(draft._id);
      else if (state === "frozen" && this.parts.leases.hasExpired(app)) await this.parts.recover(app._id);
      else if (state !== "changing") return { app, open: { draft, app, frozen: state === "frozen" } };
    }
  }

  async find(scope: Scope): Promise<OpenDraft | undefined> {
    return (await this.see(scope)).open;
  }

  /**
   * The user's draft, once no deployment of it is under way.
   *
   * @throws ApiError `DraftNotFound` when the user has none with this id
   */
  async require(scope: Scope, draftId: string): Promise<OpenDraft> {
    const backoff = new Backoff(this.parts.waitMs);
    for (;;) {
      const open = await this.find(scope);
      if (open?.draft._id !== draftId) throw new ApiError("DraftNotFound");
      if (!open.frozen) return open;
      if (!(await backoff.wait())) throw new ApiError("MaintenanceInProgress");
    }
  }

  /** What {@link require} finds; the app is read only where a deployment of the draft may be under way. */
  async requireDraft(scope: Scope, draftId: string): Promise<DraftDocument> {
    const filter = { _id: draftId, app: scope.appId, user: scope.userId };
    const draft = await this.parts.collections.drafts.findOne(filter);
    return draft?.deploying === null ? draft : (await this.require(scope, draftId)).draft;
  }

  /** Stops writes to a draft under the lease of its deployment. @throws ApiError `DraftNotFound` */
  async freeze(draftId: string, app: AppDocument): Promise<DraftDocument> {
    const filter = { _id: draftId, deploying: { $in: [null, ...app.aborted] } };
    const update = { $set: { deploying: app.allocated } };
    const frozen = await this.parts.collections.drafts.findOneAndUpdate(filter, update, {
      returnDocument: "after",
    });
    if (!frozen) throw new ApiError("DraftNotFound");
    return frozen;
  }

  /** Opens a draft again whose deployment failed. */
  async thaw(draftId: string, version: number): Promise<void> {
    const update = { $set: { deploying: null } };
    await this.parts.collections.drafts.updateOne({ _id: draftId, deploying: version }, update);
  }

  async remove(draftId: string): Promise<void> {
    this.#overlays.delete(draftId);
    const { drafts, edits } = this.parts.collections;
    await Promise.all([drafts.deleteOne({ _id: draftId }), edits.deleteMany({ draft: draftId })]);
  }

  /** @throws ApiError `DraftNotFound` */
  async discard(scope: Scope, draftId: string): Promise<void> {
    for (;;) {
      const draft = await this.requireDraft(scope, draftId);
      const { drafts } = this.parts.collections;
      const { deletedCount } = await drafts.deleteOne({ _id: draftId, deploying: draft.deploying });
      if (deletedCount === 1) return this.remove(draftId);
    }
  }

  /** What a draft changes; not to be modified. */
  async load({ _id, revision, batches }: DraftDocument): Promise<Overlay> {
    const known = this.#overlays.get(_id);
    if (known?.revision === revision) return known.overlay;
    const edits = revision === 0 ? [] : await this.parts.collections.edits.find({ draft: _id }).toArray();
    const overlay = overlayOf(edits, batches);
    this.remember(_id, revision, overlay);
    return overlay;
  }

  /** Whether this server has written to a draft since it was read. */
  hasMoved({ _id, revision }: DraftDocument): boolean {
    return (this.#overlays.get(_id)?.revision ?? revision) > revision;
  }

  /** Keeps what a draft changes as of a revision, to be found by {@link load}. */
  remember(draftId: string, revision: number, overlay: Overlay): void {
    this.#overlays.delete(draftId);
    this.#overlays.set(draftId, { revision, overlay });
    const [oldest] = this.#overlays.keys();
    if (this.#overlays.size > keptOverlays && oldest !== undefined) this.#overlays.delete(oldest);
  }
}

/** A draft as the store's users see it. */
export function asDraft({ _id, app, user, mark, leaseExpiresAt }: DraftDocument): Draft {
  return { id: _id, appId: app, userId: user, mark, leaseExpiresAt };
}

function newDraft(scope: Scope, base: number, mark: DraftMark | undefined, now: number): DraftDocument {
  const own = { _id: new ObjectId().toHexString(), app: scope.appId, user: scope.userId };
  const lease = mark && { mark, leaseExpiresAt: now + mark.leaseMs };
  return { ...own, base, revision: 0, batches: [], deploying: null, ...lease };
}

function stateOf(
  { deploying }: DraftDocument,
  app: AppDocument,
): "open" | "frozen" | "deployed" | "changing" {
  if (deploying === null || app.aborted.includes(deploying)) return "open";
  if (isCommitted(app, deploying)) return "deployed";
  // Neither live nor settled: its deployment ended between the two reads.
  return app.lease !== null && app.allocated === deploying ? "frozen" : "changing";
}

function overlayOf(edits: readonly DraftEditDocument[], batches: readonly string[]): Overlay {
  const place = new Map(batches.map((batch, index) => [batch, index]));
  const committed = edits.filter(({ batch }) => place.has(batch));
  committed.sort((a, b) => (place.get(a.batch) ?? 0) - (place.get(b.batch) ?? 0));
  const overlay = new Overlay();
  for (const { key, object, terms } of committed) {
    if (object) overlay.put(decodeObject(object, terms, 0));
    else overlay.delete(key);
  }
  return overlay;
}

function isDuplicateKey(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === duplicateKey;
}
