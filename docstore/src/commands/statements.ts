import { decodeDoc } from "../bson/decode.js";
import { RawDoc, type Value } from "../bson/value.js";

/** Decodes statements that came as a document sequence; those in the body are decoded already. */
export function documentStatements(values: readonly Value[]): Value[] {
  return values.map(value => (value instanceof RawDoc ? decodeDoc(value.bytes) : value));
}
