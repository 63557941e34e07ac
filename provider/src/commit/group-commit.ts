import { ProviderError } from "../errors";
import type { Clock } from "./clock";
import { type DeployOptions, DraftLostError, deployDraft } from "./deploy-draft";
import { DraftSlot, type DraftSlotOptions, type OpenDraft } from "./draft-slot";
import type { EngineActivity } from "./engine-activity";
import { Group } from "./group";
import { createMember, type Member } from "./member";
import type { Operation } from "./operation";
import { Plateau } from "./plateau";
import { QuietWindow } from "./quiet-window";
import { refusalFor, sharedFailure } from "./refusal";
import { Signal } from "./signal";

/** A group takes no more operations after this long, in milliseconds. */
const maxAgeMs = 10_000;
/** A group takes no more operations than this. */
const maxSize = 2_000;
/** Times that a draft which somebody else threw away is made again. */
const maxLostDrafts = 2;

/** What a coordinator works with. */
export interface GroupCommitOptions extends DraftSlotOptions, DeployOptions {
  readonly drafts: DraftSlotOptions["drafts"] & DeployOptions["drafts"];
  readonly clock: Clock;
  readonly activity: EngineActivity;
  /** Workers that the engine most likely has; nothing announces deletions, so for them this number stands in. */
  readonly likelyParallelism: number;
}

/**
 * Turns concurrent operations of one user on one app into one draft and one deployment, like a database's group commit.
 * An operation is answered only when what it did is live.
 */
export class GroupCommit {
  readonly #slot: DraftSlot;
  readonly #signal = new Signal();
  readonly #plateau = new Plateau();
  readonly #window = new QuietWindow();
  readonly #queue: Member[] = [];
  #worker: Promise<void> | undefined;
  #draft: OpenDraft | undefined;
  #interrupted = false;
  #group: Group | undefined;
  #lastEventAt = 0;
  /** When the members of the latest group were answered. */
  #lastAnswerAt = 0;

  constructor(private readonly options: GroupCommitOptions) {
    this.#slot = new DraftSlot(options);
    options.activity.listen(() => this.#hear());
  }

  /** Whether a draft of ours is open. */
  get hasDraft(): boolean {
    return this.#draft !== undefined;
  }

  /** Runs an operation in the draft that is open, or in the next one; resolves when it is deployed. */
  submit<T>(operation: Operation<T>): Promise<T> {
    const { member, answer } = createMember(operation);
    this.#queue.push(member);
    this.#hear();
    this.#worker ??= this.#work().finally(() => {
      this.#worker = undefined;
    });
    return answer;
  }

  /** Lets a deployment that is under way end, or throws the draft away; takes nothing more. */
  async interrupt(): Promise<void> {
    this.#interrupted = true;
    if (this.#group) this.#group.closed = true;
    this.#signal.raise();
    // A request that arrives after the draft is gone would be deployed by itself, so those under way come first.
    await this.#worker;
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      try {
        await this.#commit([], maxLostDrafts);
      } catch (error) {
        // Only getting a draft can fail here, and that fails everyone who waits for one.
        const members = this.#queue.splice(0);
        for (const member of members) member.fail(sharedFailure(member, members, error));
      }
    }
  }

  /** One group, from the draft to the answers; survivors of a draft that was thrown away go first. */
  async #commit(survivors: Member[], lostDrafts: number): Promise<void> {
    const first = survivors[0] ?? this.#queue[0];
    if (!first) return;
    if (this.#interrupted) {
      for (const member of [...survivors, ...this.#queue.splice(0)]) member.fail(interruption());
      return;
    }
    const { draft, group } = await this.#open(first, survivors);
    try {
      await this.#gather(group);
      if (!group.isSpoilt && !this.#interrupted) await group.retryParked();
      group.closed = true;
      if (this.#interrupted) throw interruption();
      if (group.isSpoilt) return await this.#recover(draft, group, lostDrafts);
      await this.#deploy(draft, group);
    } catch (error) {
      if (error instanceof DraftLostError && lostDrafts > 0) {
        group.answerFailed();
        return await this.#commit(group.inStage("applied"), lostDrafts - 1);
      }
      await this.#abandon(draft, group, error);
    } finally {
      this.#lastAnswerAt = this.options.clock.now();
      this.#draft = undefined;
      this.#group = undefined;
    }
  }

  async #open(first: Member, survivors: Member[]): Promise<{ draft: OpenDraft; group: Group }> {
    try {
      const draft = await this.#slot.open(first.owner);
      const group = new Group(this.options.clock.now(), () => this.#touch());
      this.#draft = draft;
      this.#group = group;
      this.#lastEventAt = this.options.clock.now();
      for (const member of survivors) group.join(member);
      return { draft, group };
    } catch (error) {
      for (const member of survivors) member.fail(error);
      throw error;
    }
  }

  /** Lets operations join until the engine has nothing more to give for now. */
  async #gather(group: Group): Promise<void> {
    const { clock } = this.options;
    for (;;) {
      this.#admit(group);
      const idleMs = clock.now() - this.#lastEventAt;
      if (group.running > 0) {
        await this.#signal.next(clock);
      } else if (group.closed || this.#plateau.isReachedBy(group.size) || idleMs >= this.#window.ms) {
        break;
      } else {
        await this.#signal.next(clock, this.#window.ms - idleMs);
      }
    }
    this.#learn(group);
  }

  #admit(group: Group): void {
    if (this.options.clock.now() - group.openedAt > maxAgeMs) group.closed = true;
    while (!group.closed && this.#queue.length > 0) {
      const member = this.#queue.shift();
      if (member) group.join(member);
      if (group.members.length >= maxSize) group.closed = true;
    }
  }

  #learn(group: Group): void {
    const removes = group.members.every(member => member.removes);
    const isFull = removes && group.size === this.options.likelyParallelism;
    // The engine announces while the draft is being opened, and before the first operation of a group arrives.
    this.#plateau.learn(group.size, isFull || this.options.activity.isWorkWaiting(this.#lastAnswerAt));
    this.#window.endGroup();
  }

  async #deploy(draft: OpenDraft, group: Group): Promise<void> {
    const applied = group.inStage("applied");
    if (applied.some(member => member.wrote)) {
      await deployDraft(this.options, draft.id);
    } else if (!draft.adopted) {
      await this.#slot.discard(draft.id);
    }
    for (const member of applied) member.succeed();
    group.answerFailed();
  }

  /** An operation failed after it had changed something: the others are applied again in a draft without it. */
  async #recover(draft: OpenDraft, group: Group, lostDrafts: number): Promise<void> {
    const others = [...group.inStage("applied"), ...group.inStage("parked")];
    if (draft.adopted) {
      const hint = `an operation of the same update failed half-way in the adopted draft ${draft.id}; correct its error and run \`pulumi up\` again`;
      group.answerFailed();
      for (const member of others) member.fail(new ProviderError(hint));
      return;
    }
    await this.#slot.discard(draft.id);
    group.answerFailed();
    if (others.length > 0) await this.#commit(others, lostDrafts);
  }

  /** Nothing of the group is live, as far as is known: tells everyone, and leaves no draft for others to wait for. */
  async #abandon(draft: OpenDraft, group: Group, error: unknown): Promise<void> {
    if (!draft.adopted) await this.#slot.discard(draft.id).catch(() => {});
    group.answerFailed();
    const members = group.members.filter(member => member.stage !== "answered");
    for (const member of members) member.fail(this.#interrupted ? error : refusalFor(member, members, error));
  }

  /** The engine gave a sign of life: learns how long it had been silent. */
  #hear(): void {
    if (this.#group && !this.#group.closed) {
      this.#window.observe(this.options.clock.now() - this.#lastEventAt);
    }
    this.#touch();
  }

  #touch(): void {
    this.#lastEventAt = this.options.clock.now();
    this.#signal.raise();
  }
}

function interruption(): ProviderError {
  return new ProviderError("the update was interrupted, and this change was not deployed");
}
