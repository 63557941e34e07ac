import type { IndexInfo } from "../storage/index-info.js";

/** Encoded keys from `low` (inclusive) to `high` (exclusive). */
export interface KeyRange {
  readonly low: Buffer;
  readonly high: Buffer;
}

/** How the documents of a query are reached: everything, ranges of one index, or several accesses united. */
export type Access =
  | { readonly kind: "collection"; readonly reverse: boolean }
  | {
      readonly kind: "index";
      readonly index: IndexInfo;
      readonly ranges: readonly KeyRange[];
      readonly reverse: boolean;
    }
  | { readonly kind: "union"; readonly parts: readonly Access[] };

export interface AccessPlan {
  readonly access: Access;
  /** The access yields documents in the order that was asked for. */
  readonly sorted: boolean;
}
