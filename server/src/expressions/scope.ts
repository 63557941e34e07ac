import type { ExpansionRoot } from "@appstead/sdk/expressions/syntax";
import { chain, type MaybePromise } from "./truth";
import { isDocument } from "./values";

/** A root's value, or a function that provides it, called at most once per evaluation and only when needed. */
export type LazyValue = unknown | (() => unknown);

/** What the expansions stand for; a root that is not given is missing. */
export type ExpressionScope = Partial<Record<Exclude<ExpansionRoot, "true" | "false">, LazyValue>>;

/** Calls a function for `%function` with expanded arguments. */
export type CallFunction = (name: string, args: unknown[]) => Promise<unknown>;

/** What one evaluation works with. */
export class Evaluation {
  private readonly resolved = new Map<string, MaybePromise<unknown>>();

  constructor(
    private readonly scope: ExpressionScope,
    readonly callFunction: CallFunction | undefined,
  ) {}

  lookUp(root: ExpansionRoot, path: readonly string[]): MaybePromise<unknown> {
    if (root === "true" || root === "false") return root === "true";
    if (!this.resolved.has(root)) {
      const value = this.scope[root];
      this.resolved.set(root, typeof value === "function" ? value() : value);
    }
    return chain(this.resolved.get(root), value => descend(value, path));
  }
}

function descend(value: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    if (/^\d+$/.test(step)) return descend(value[Number(step)], rest);
    const found = value.map(item => descend(item, path)).filter(item => item !== undefined);
    return found.length > 0 ? found : undefined;
  }
  return isDocument(value) && Object.hasOwn(value, step) ? descend(value[step], rest) : undefined;
}
