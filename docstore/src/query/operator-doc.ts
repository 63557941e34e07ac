import type { Doc } from "../bson/value.js";

/** Whether a document holds operators; a DBRef starts with a dollar too, but is a value. */
export function isOperatorDoc(doc: Doc): boolean {
  const first = doc.keys[0];
  return first?.startsWith("$") === true && first !== "$ref" && first !== "$id" && first !== "$db";
}
