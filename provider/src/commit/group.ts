import type { Member } from "./member";
import { missingReferenceError } from "./missing-reference";

/** Operations that share a draft. */
export class Group {
  readonly members: Member[] = [];
  /** Nothing more may join, because the draft is about to be deployed or thrown away. */
  closed = false;
  #running = 0;

  constructor(
    readonly openedAt: number,
    private readonly onEvent: () => void,
  ) {}

  /** Operations whose requests are under way. */
  get running(): number {
    return this.#running;
  }

  /** Members whose requests are done, well or badly: nobody is answered before the draft is dealt with. */
  get size(): number {
    return this.members.length - this.#running;
  }

  /** Whether the draft may hold edits of an operation that failed. */
  get isSpoilt(): boolean {
    return this.members.some(member => member.stage === "failed" && member.wrote);
  }

  /** Starts an operation in the draft. */
  join(member: Member): void {
    this.members.push(member);
    void this.#run(member, true);
  }

  /** Runs the operations once more that were refused because something was missing; now they fail for good. */
  async retryParked(): Promise<void> {
    await Promise.all(this.inStage("parked").map(member => this.#run(member, false)));
  }

  /** Members in a stage. */
  inStage(stage: Member["stage"]): Member[] {
    return this.members.filter(member => member.stage === stage);
  }

  /** Tells the operations that failed why; those that others depend on are answered by the caller. */
  answerFailed(): void {
    for (const member of this.inStage("failed")) member.fail(missingReferenceError(member.error));
  }

  async #run(member: Member, mayPark: boolean): Promise<void> {
    this.#running++;
    await member.run(mayPark);
    this.#running--;
    if (member.stage === "failed" && member.wrote) this.closed = true;
    this.onEvent();
  }
}
