import { Writes } from "../lifecycle/writes";
import { mayComeRight } from "./missing-reference";
import type { Operation } from "./operation";

/** How far an operation has come in its group. */
export type Stage = "waiting" | "running" | "applied" | "parked" | "failed" | "answered";

/** An operation in a group, and the caller who waits for it. */
export interface Member {
  readonly removes: boolean;
  readonly owner: Operation<unknown>["owner"];
  /** Kind and name of the object, as the service's messages name it. */
  readonly label: string | undefined;
  readonly formerLabel: string | undefined;
  stage: Stage;
  /** Whether the draft holds edits of it, or may. */
  readonly wrote: boolean;
  /** Why it failed, as long as the caller has not been told. */
  readonly error: unknown;
  /** Runs the operation; it may be run again in another draft. Never throws. */
  run(): Promise<void>;
  /** Answers the caller with the result of the last run. */
  succeed(): void;
  /** Answers the caller with a failure. */
  fail(error: unknown): void;
}

/** Makes a member, and the promise of its answer. */
export function createMember<T>(operation: Operation<T>): { member: Member; answer: Promise<T> } {
  const { promise, resolve, reject } = withResolvers<T>();
  let writes = new Writes();
  let result: { value: T } | undefined;
  const member: Member & { error: unknown } = {
    removes: operation.removes,
    owner: operation.owner,
    label: operation.label,
    formerLabel: operation.formerLabel,
    stage: "waiting",
    error: undefined,
    get wrote() {
      return writes.happened;
    },
    async run() {
      writes = new Writes();
      member.stage = "running";
      try {
        result = { value: await operation.run(writes) };
        member.stage = "applied";
      } catch (error) {
        member.error = error;
        member.stage = !writes.happened && mayComeRight(error) ? "parked" : "failed";
      }
    },
    succeed() {
      member.stage = "answered";
      if (result) resolve(result.value);
    },
    fail(error) {
      member.stage = "answered";
      reject(error);
    },
  };
  return { member, answer: promise };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
