import type { Filter } from "mongodb";
import type { AppDocument, Collections, RowDocument } from "./documents";
import { decodeRow } from "./row-codec";
import type { Source } from "./source";
import type { StoredObject } from "./stored-object";

/** Version of an app's configuration, with what decides which rows belong to it. */
export type Pointer = Pick<AppDocument, "_id" | "version" | "aborted">;

/** Filter of the rows that are valid at a version; rows and ends of aborted deployments do not count. */
export function validAt({ _id, version, aborted }: Pointer): Filter<RowDocument> {
  if (aborted.length === 0) return { app: _id, from: { $lte: version }, to: { $gt: version } };
  return {
    app: _id,
    from: { $lte: version, $nin: aborted },
    $or: [{ to: { $gt: version } }, { to: { $in: aborted } }],
  };
}

/** The objects of one version, read from the database by their terms. */
export class RowSource implements Source {
  constructor(
    private readonly collections: Collections,
    private readonly pointer: Pointer,
  ) {}

  async lookup(terms: readonly string[]): Promise<StoredObject[]> {
    if (terms.length === 0 || this.pointer.version === 0) return [];
    const rows = await this.collections.rows
      .find({ ...validAt(this.pointer), terms: { $in: terms } })
      .toArray();
    return rows.map(decodeRow);
  }
}
