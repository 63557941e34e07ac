import type { KindName } from "@appstead/sdk";

/**
 * Terms are the words that the one inverted index of the store is searched by: every stored object carries the terms
 * that it answers to, so that finding by id, natural key, kind, parent, idempotency key and referrer is one operation.
 */
export const terms = {
  id: (kind: KindName, id: string) => `id:${kind}/${id}`,
  kind: (kind: KindName) => `kind:${kind}`,
  name: (kind: KindName, key: readonly unknown[], parentId?: string) =>
    `name:${kind}/${parentId ?? ""}/${JSON.stringify(key)}`,
  child: (parentId: string) => `in:${parentId}`,
  idempotency: (kind: KindName, key: string) => `key:${kind}/${key}`,
  /** Carried by objects that refer to the object with this id. */
  refersTo: (kind: KindName, id: string) => `ref:${kind}/${id}`,
  /** Carried by objects that refer to whatever has this name. */
  refersToName: (kind: KindName, name: string) => `refname:${kind}/${name}`,
};

/** Key of an object among all of its app. */
export function objectKey(object: { kind: KindName; id: string }): string {
  return terms.id(object.kind, object.id);
}
