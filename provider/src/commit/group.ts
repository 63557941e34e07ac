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
    void this.#run(member);
  }

  /** Runs the operations again that may come right with what others have done, as long as that helps any of them. */
  async retryParked(): Promise<void> {
    let parked = this.inStage("parked");
    for (let before = Number.POSITIVE_INFINITY; parked.length > 0 && parked.length < before; ) {
      before = parked.length;
      await Promise.all(parked.map(member => this.#run(member)));
      parked = this.inStage("parked");
    }
    for (const member of parked) member.stage = "failed";
  }

  /** Members in a stage. */
  inStage(stage: Member["stage"]): Member[] {
    return this.members.filter(member => member.stage === stage);
  }

  /** Tells the operations that failed why; those that others depend on are answered by the caller. */
  answerFailed(): void {
    for (const member of this.inStage("failed")) member.fail(missingReferenceError(member.error));
  }

  async #run(member: Member): Promise<void> {
    this.#running++;
    await member.run();
    this.#running--;
    if (member.stage === "failed" && member.wrote) this.closed = true;
    this.onEvent();
  }
}
