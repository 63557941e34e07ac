import type { JsonObject, KindName } from "@appstead/sdk";
import type { KindCatalog } from "./kind-catalog";
import { givenName, type LoneReference, loneReferencesIn, type PairReference } from "./references-in";
import { terms } from "./terms";

/** A configuration object as it is stored: its record has of every reference pair only the field that was written. */
export interface StoredObject {
  readonly kind: KindName;
  readonly id: string;
  readonly parentId?: string;
  readonly record: JsonObject;
  /** Seconds since the epoch. */
  readonly lastModified: number;
  readonly idempotencyKey?: string;
  /** Ascends with creation. */
  readonly order: number;
  readonly pairs: readonly PairReference[];
  /** Words that it is found by. */
  readonly terms: readonly string[];
  /** Version that wrote it; 0 while it is only a change. */
  readonly from: number;
}

/** Completes a changed object with the terms that follow from its content. */
export function storedObject(
  catalog: KindCatalog,
  object: Omit<StoredObject, "terms" | "from">,
): StoredObject {
  return { ...object, terms: termsOf(catalog, object), from: 0 };
}

/** References of a stored object outside of its pairs. */
export function loneReferences(
  catalog: KindCatalog,
  object: Pick<StoredObject, "kind" | "record" | "pairs">,
): LoneReference[] {
  return loneReferencesIn(catalog.get(object.kind), object.record, object.pairs);
}

/** Terms that no two objects of an app have in common, but for the id. */
export function uniqueTerms(
  catalog: KindCatalog,
  {
    kind,
    record,
    parentId,
    idempotencyKey,
  }: Pick<StoredObject, "kind" | "record" | "parentId" | "idempotencyKey">,
): string[] {
  const key = catalog.naturalKey(kind, record);
  const name = key ? [terms.name(kind, key, parentId)] : [];
  return idempotencyKey === undefined ? name : [...name, terms.idempotency(kind, idempotencyKey)];
}

function termsOf(catalog: KindCatalog, object: Omit<StoredObject, "terms" | "from">): string[] {
  const found = [terms.id(object.kind, object.id), terms.kind(object.kind), ...uniqueTerms(catalog, object)];
  if (object.parentId !== undefined) found.push(terms.child(object.parentId));
  for (const pair of object.pairs) {
    if (pair.id === undefined) found.push(terms.refersToName(pair.kind, givenName(pair, object.record)));
    else found.push(terms.refersTo(pair.kind, pair.id));
  }
  for (const { kind, by, value } of loneReferences(catalog, object)) {
    found.push(by === "id" ? terms.refersTo(kind, value) : terms.refersToName(kind, value));
  }
  return [...new Set(found)];
}
