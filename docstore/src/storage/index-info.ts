import { toDouble } from "../bson/exact.js";
import { isNumeric } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { compileFilter } from "../query/filter.js";
import type { IndexField, IndexShape } from "./index-field.js";

export interface IndexInfo extends IndexShape {
  readonly id: number;
  readonly name: string;
  readonly spec: Doc;
  readonly keyPattern: Doc;
  readonly unique: boolean;
  readonly expireAfterSeconds: number | undefined;
  /** Bit i is set when field i holds an array in some document. */
  readonly multikey: number;
}

export function readIndex(id: number, name: string, spec: Doc, multikey: number): IndexInfo {
  const key = spec.get("key");
  const keyPattern = key instanceof Doc ? key : new Doc();
  const partial = spec.get("partialFilterExpression");
  const expires = spec.get("expireAfterSeconds");
  return {
    id,
    name,
    spec,
    keyPattern,
    fields: [...keyPattern.entries()].map(([path, direction]) => readField(path, direction)),
    unique: name === "_id_" || spec.get("unique") === true,
    sparse: spec.get("sparse") === true,
    partial: partial instanceof Doc ? compileFilter(partial) : undefined,
    expireAfterSeconds: isNumeric(expires) ? toDouble(expires) : undefined,
    multikey,
  };
}

function readField(path: string, direction: Value): IndexField {
  return { path, parts: path.split("."), descending: isNumeric(direction) && toDouble(direction) < 0 };
}
