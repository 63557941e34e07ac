import type { AppDocument, Collections } from "./documents";
import type { Overlay } from "./overlay";
import { decodeRow } from "./row-codec";
import type { StoredObject } from "./stored-object";
import { objectKey } from "./terms";

/** Objects of a draft that also changed in versions after the one that the draft was made from. */
export async function findConflicts(
  collections: Collections,
  { _id, version, aborted }: AppDocument,
  since: number,
  edits: Overlay,
): Promise<StoredObject[]> {
  const keys = edits.entries().map(([key]) => key);
  if (version === since || keys.length === 0) return [];
  const counts = { $gt: since, $lte: version, $nin: [...aborted] };
  const rows = collections.rows.find({
    app: _id,
    terms: { $in: keys },
    $or: [{ from: counts }, { to: counts, from: { $lte: version, $nin: [...aborted] } }],
  });
  const changed = (await rows.toArray()).map(decodeRow);
  return [...new Map(changed.map(object => [objectKey(object), object])).values()];
}
