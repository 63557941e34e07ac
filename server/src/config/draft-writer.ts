import { ObjectId } from "bson";
import { ApiError } from "../http/api-error";
import { BatchedSource } from "./batched-source";
import { checkChanges } from "./check-changes";
import type { CheckContext } from "./check-context";
import type { Edit, Scope } from "./config-store";
import { draftOrder } from "./deployer";
import type { Collections, DraftEditDocument } from "./documents";
import type { SeenDraft } from "./draft-view";
import type { Drafts, OpenDraft } from "./drafts";
import { refusal } from "./issue";
import type { Overlay } from "./overlay";
import { planEdits } from "./plan-edits";
import { encodeObject } from "./row-codec";
import { RowSource } from "./row-source";
import type { Source } from "./source";

/** Edits of one request that wait for their turn. */
interface Waiting {
  readonly scope: Scope;
  readonly edits: readonly Edit[];
  readonly seen: SeenDraft | undefined;
  readonly done: (afterwards: Source) => void;
  readonly failed: (cause: unknown) => void;
}

/** What a batch comes to. */
interface Checked {
  /** Those that were not refused; the others have been told. */
  readonly accepted: readonly Accepted[];
  /** The draft with the changes of those. */
  readonly overlay: Overlay;
  readonly afterwards: Source;
}

interface Accepted {
  readonly waiting: Waiting;
  readonly changes: Overlay;
}

interface Parts extends Pick<CheckContext, "catalog" | "rules" | "elsewhere"> {
  readonly collections: Collections;
  readonly drafts: Drafts;
  readonly now: () => number;
}

interface PlanContext extends Pick<CheckContext, "rules" | "elsewhere"> {
  readonly appId: string;
  readonly source: Source;
  readonly nextOrder: () => number;
}

const placesPerBatch = 100_000;

/**
 * Writes edits into drafts. Requests that come while one batch is being written form the next; they are checked one
 * after the other against the draft as it will be, so that of two that want the same name one is refused. A batch
 * counts from the moment in which its number is added to the draft, by compare-and-set on the draft's revision.
 */
export class DraftWriter {
  readonly #queues = new Map<string, Waiting[]>();

  constructor(private readonly parts: Parts) {}

  /**
   * Gives what the draft's user sees afterwards.
   *
   * @param seen the draft as the request read it; it is not read again unless it has changed since
   * @throws ApiError `DraftNotFound` when the draft is deployed or discarded before the edits are written
   */
  write(scope: Scope, draftId: string, edits: readonly Edit[], seen?: SeenDraft): Promise<Source> {
    return new Promise((done, failed) => {
      const waiting = { scope, edits, seen, done, failed };
      const queue = this.#queues.get(draftId);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const own = [waiting];
      this.#queues.set(draftId, own);
      setImmediate(() => void this.#drain(draftId, own));
    });
  }

  async #drain(draftId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0);
      try {
        await this.#writeBatch(draftId, batch);
      } catch (cause) {
        for (const { failed } of batch) failed(cause);
      }
    }
    this.#queues.delete(draftId);
  }

  async #writeBatch(draftId: string, batch: readonly Waiting[]): Promise<void> {
    let left = batch;
    let seen = this.#seenByAll(batch);
    for (const [first] = batch; first && left.length > 0; seen = undefined) {
      seen ??= await this.#read(first.scope, draftId);
      const checked = await this.#check(seen, left);
      // Those that were refused are not tried again.
      left = checked.accepted.map(({ waiting }) => waiting);
      if (left.length > 0 && !(await this.#commit(seen.open, checked))) continue;
      for (const { done } of left) done(checked.afterwards);
      return;
    }
  }

  /** What all of a batch have seen, if it is the same, and if nothing is known that has changed it since. */
  #seenByAll([first, ...others]: readonly Waiting[]): SeenDraft | undefined {
    const seen = first?.seen;
    if (!seen || seen.open.frozen || this.parts.drafts.hasMoved(seen.open.draft)) return undefined;
    return others.every(other => other.seen === seen) ? seen : undefined;
  }

  async #read(scope: Scope, draftId: string): Promise<SeenDraft> {
    const { drafts, collections } = this.parts;
    try {
      const open = await drafts.require(scope, draftId);
      const base = new BatchedSource(new RowSource(collections, open.app));
      return { open, base, overlay: await drafts.load(open.draft) };
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== "DraftNotFound") throw cause;
      throw new ApiError("DraftNotFound", draftGone, { cause });
    }
  }

  /** Checks each request on top of those before it; those that are refused learn it at once. */
  async #check(seen: SeenDraft, batch: readonly Waiting[]): Promise<Checked> {
    const { draft, app } = seen.open;
    const overlay = seen.overlay.copy();
    const current = overlay.over(seen.base);
    const { rules, elsewhere } = this.parts;
    let place = draftOrder + draft.revision * placesPerBatch;
    const plan = (edits: readonly Edit[], more: Pick<CheckContext, "rules" | "elsewhere">) =>
      this.#plan({ appId: app._id, source: current, nextOrder: () => place++, ...more }, edits);
    // Asks the database for what the whole batch needs at once; the base remembers it for the pass below.
    if (batch.length > 1) await Promise.allSettled(batch.map(({ edits }) => plan(edits, {})));
    const accepted: Accepted[] = [];
    for (const waiting of batch) {
      try {
        const changes = await plan(waiting.edits, { rules, elsewhere });
        overlay.add(changes);
        accepted.push({ waiting, changes });
      } catch (cause) {
        waiting.failed(cause);
      }
    }
    return { accepted, overlay, afterwards: current };
  }

  async #plan(context: PlanContext, edits: readonly Edit[]): Promise<Overlay> {
    const { catalog } = this.parts;
    const { source, nextOrder, appId, rules, elsewhere } = context;
    const changes = await planEdits({ catalog, source, nextOrder }, edits);
    const issues = await checkChanges({
      catalog,
      rules,
      elsewhere,
      appId,
      base: source,
      changes,
      live: false,
    });
    if (issues.length > 0) throw refusal(catalog, issues, changes.entries().length);
    return changes;
  }

  async #commit({ draft }: OpenDraft, { accepted, overlay }: Checked): Promise<boolean> {
    const { collections, drafts, now } = this.parts;
    const batch = new ObjectId().toHexString();
    const edits = editsOf(draft._id, draft.app, batch, accepted);
    if (edits.length > 0) await collections.edits.insertMany(edits, { ordered: false });
    const filter = { _id: draft._id, revision: draft.revision, deploying: draft.deploying };
    const lease = draft.mark && { leaseExpiresAt: now() + draft.mark.leaseMs };
    const update = { $set: { deploying: null, ...lease }, $inc: { revision: 1 }, $push: { batches: batch } };
    const { matchedCount } = await collections.drafts.updateOne(filter, update);
    if (matchedCount === 1) drafts.remember(draft._id, draft.revision + 1, overlay);
    else await collections.edits.deleteMany({ draft: draft._id, batch });
    return matchedCount === 1;
  }
}

const draftGone =
  "the draft was deployed or discarded while this change was waiting; nothing of it was kept, repeat it";

function editsOf(
  draft: string,
  app: string,
  batch: string,
  accepted: readonly Accepted[],
): DraftEditDocument[] {
  const last = new Map(accepted.flatMap(({ changes }) => changes.entries()));
  return [...last].map(([key, object]) => ({
    _id: `${draft}/${batch}/${key}`,
    app,
    draft,
    batch,
    key,
    terms: object?.terms ?? [],
    object: object ? encodeObject(object) : null,
  }));
}
