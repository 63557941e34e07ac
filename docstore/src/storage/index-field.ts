import type { Filter } from "../query/filter-node.js";

/** One field of an index's key. */
export interface IndexField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

/** What decides which entries a document has in an index. */
export interface IndexShape {
  readonly fields: readonly IndexField[];
  readonly sparse: boolean;
  readonly partial: Filter | undefined;
}
