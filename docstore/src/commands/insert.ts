import { decodeDoc, MAX_DEPTH } from "../bson/decode.js";
import { encodeDoc } from "../bson/encode.js";
import { typeOf } from "../bson/type.js";
import { Doc, Int32, Marker, type ObjectIdValue, RawDoc, Regex, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { Args } from "./args.js";
import type { WriteCommand, WriteContext } from "./context.js";
import { checkNamespace, collectionName, ensureCollection } from "./namespace.js";
import { newObjectId } from "./object-id.js";
import { checkBatchSize } from "./statements.js";
import { runStatements, writeReply } from "./write-errors.js";

export const insert: WriteCommand = context => {
  const args = new Args(context.command, "insert", ["documents", "ordered", "bypassDocumentValidation"]);
  const name = collectionName(context.command);
  const documents = args.array("documents");
  checkBatchSize(documents);
  checkNamespace(context.db, name);
  let n = 0;
  const errors = runStatements(documents, args.flag("ordered", true), document => {
    insertDocument(context, name, document);
    n++;
  });
  return writeReply(Doc.of({ n: new Int32(n) }), errors);
};

function insertDocument(context: WriteContext, name: string, document: Value): void {
  const received = document instanceof RawDoc ? decodeDoc(document.bytes) : document;
  if (!(received instanceof Doc))
    throw new CommandError("TypeMismatch", "documents to insert must be objects");
  const doc = withLeadingId(received);
  const bytes = document instanceof RawDoc && doc === received ? document.bytes : encodeDoc(doc, MAX_DEPTH);
  context.rows.insert(ensureCollection(context.catalog, context.db, name), doc, bytes);
}

/** The document with its `_id` in front, made if it is not there. */
export function withLeadingId(doc: Doc): Doc {
  if (doc.keys[0] === "_id") {
    checkId(doc.values[0]);
    return doc;
  }
  const id: Value | ObjectIdValue = doc.get("_id") ?? newObjectId();
  checkId(id);
  const result = new Doc();
  result.push("_id", id);
  for (const [field, value] of doc.entries()) if (field !== "_id") result.push(field, value);
  return result;
}

function checkId(id: Value | undefined): void {
  const bad = Array.isArray(id) || id instanceof Regex || (id instanceof Marker && id.name === "undefined");
  if (bad) throw new CommandError("InvalidIdField", `The '_id' value cannot be of type ${typeOf(id).alias}`);
  if (id instanceof Doc && id.keys.some(name => name.startsWith("$"))) {
    throw new CommandError(
      "DollarPrefixedFieldName",
      `_id fields may not contain '$'-prefixed fields: ${id.keys[0]} is not valid for storage.`,
    );
  }
}
