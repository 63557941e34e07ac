import type { Client, Draft, DraftMark } from "@appstead/sdk";
import { ApiError } from "@appstead/sdk/errors/api-error";
import type { StaleDraft } from "../configuration/configuration";
import { ForeignDraftError } from "../errors";
import { wasRefused } from "../lifecycle/writes";
import { type Clock, sleep } from "./clock";
import type { Owner } from "./operation";

/** Milliseconds that a draft of ours counts as alive after its last write. */
const leaseMs = 60_000;
/** A draft of ours is dead when its lease ended this long ago. */
const graceMs = 30_000;
/** A live draft of another deploy is waited for this long. */
const maxWaitMs = 10 * 60_000;
const progressEveryMs = 10_000;
const pollMs = { first: 100, last: 2_000 };
const maxLostAnswers = 3;

/** A draft that operations are written into. */
export interface OpenDraft {
  readonly id: string;
  /** It holds changes of somebody else too, so it must not be thrown away. */
  readonly adopted: boolean;
}

/** What is needed to get the one draft that a user may have in an app. */
export interface DraftSlotOptions {
  readonly appId: string;
  readonly drafts: Pick<Client["drafts"], "create" | "list" | "discard">;
  readonly staleDraft: StaleDraft;
  /** Name of this process in marks. */
  readonly processName: string;
  readonly isGoneProcess: (name: string) => boolean;
  readonly clock: Clock;
  /** Tells the user about progress, one line at a time. */
  readonly report: (line: string) => void;
}

/** The one draft that a user may have in an app. */
export class DraftSlot {
  constructor(private readonly options: DraftSlotOptions) {}

  /**
   * Opens a draft of our own; waits for a live one of another deploy, throws a dead one away, and deals with drafts
   * that no deploy made as `staleDraft` says.
   *
   * @throws ForeignDraftError when the slot does not become free
   */
  async open(owner: Owner): Promise<OpenDraft> {
    const mark = { ...owner, process: this.options.processName, lease_ms: leaseMs };
    const wait = new Wait(this.options);
    for (let lostAnswers = 0; ; ) {
      try {
        return { id: (await this.options.drafts.create(this.options.appId, mark))._id, adopted: false };
      } catch (error) {
        // After a lost answer the list tells whether the draft was made.
        const isLost = !wasRefused(error);
        if (!isLost && !isDraftThere(error)) throw error;
        if (isLost && ++lostAnswers > maxLostAnswers) throw error;
      }
      const [draft] = await this.options.drafts.list(this.options.appId);
      const taken = draft && (await this.#take(draft, mark, wait));
      if (taken) return taken;
    }
  }

  /** Throws a draft away; one that is gone is fine. */
  async discard(draftId: string): Promise<void> {
    try {
      await this.options.drafts.discard(this.options.appId, draftId);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
  }

  /** Uses a draft that is there, or makes room; without a result the slot is to be tried again. */
  async #take(draft: Draft, mark: DraftMark, wait: Wait): Promise<OpenDraft | undefined> {
    const { staleDraft, appId, report } = this.options;
    if (draft.mark?.process === mark.process) {
      // Left by a request of ours whose answer was lost: what it holds is not known.
      await this.discard(draft._id);
      return undefined;
    }
    if (draft.mark && !this.#isDead(draft, draft.mark)) {
      await wait.forDraft(draft, draft.mark);
      return undefined;
    }
    if (draft.mark) {
      report(`discarded an unfinished draft of ${nameOf(draft.mark)}, whose process is gone`);
    } else if (staleDraft === "adopt") {
      report(`adopted the draft ${draft._id} that was there; its changes are deployed with this update`);
      return { id: draft._id, adopted: true };
    } else if (staleDraft === "fail") {
      throw new ForeignDraftError(
        `app ${appId} has a draft (${draft._id}) that no deploy made, most likely unfinished work of the same user; ` +
          "deploy or discard it, or set appstead:staleDraft to discard or adopt",
      );
    } else {
      report(`discarded the draft ${draft._id} that was there, as appstead:staleDraft says`);
    }
    await this.discard(draft._id);
    return undefined;
  }

  #isDead(draft: Draft, mark: DraftMark): boolean {
    if (this.options.isGoneProcess(mark.process)) return true;
    const now = draft.now ?? this.options.clock.now();
    return draft.lease_expires_at !== undefined && draft.lease_expires_at + graceMs < now;
  }
}

/** Waits for drafts of other deploys, telling the user now and then. */
class Wait {
  #draftId: string | undefined;
  #since = 0;
  #reportedAt = 0;
  #pollMs = pollMs.first;

  constructor(private readonly options: DraftSlotOptions) {}

  async forDraft(draft: Draft, mark: DraftMark): Promise<void> {
    const { clock, appId } = this.options;
    const now = clock.now();
    if (draft._id !== this.#draftId) {
      // Another draft than before: the other deploy is getting on, and so the wait starts anew.
      this.#draftId = draft._id;
      this.#since = now;
      this.#reportedAt = now;
      this.#pollMs = pollMs.first;
    }
    if (now - this.#since > maxWaitMs) {
      throw new ForeignDraftError(
        `app ${appId} has had a draft of ${nameOf(mark)} for 10 minutes; wait for that deploy or discard the draft ${draft._id}`,
      );
    }
    if (now - this.#reportedAt >= progressEveryMs) {
      this.#reportedAt = now;
      this.options.report(
        `waiting for the deploy of ${nameOf(mark)} (${Math.round((now - this.#since) / 1000)} s)`,
      );
    }
    await sleep(clock, this.#pollMs);
    this.#pollMs = Math.min(pollMs.last, this.#pollMs * 1.5);
  }
}

function nameOf(mark: DraftMark): string {
  return `project ${mark.project}, stack ${mark.stack}`;
}

function isDraftThere(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
