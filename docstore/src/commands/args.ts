import { toDouble } from "../bson/exact.js";
import { isNumeric, typeOf } from "../bson/type.js";
import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { isTruthy } from "../expression/truth.js";

/** Fields that any command may carry. What they ask for either holds anyway or is checked by `Args`. */
const GENERIC = new Set([
  "$db",
  "lsid",
  "$clusterTime",
  "$readPreference",
  "readConcern",
  "writeConcern",
  "maxTimeMS",
  "comment",
  "apiVersion",
  "apiStrict",
  "apiDeprecationErrors",
  "collation",
  "$audit",
  "$client",
]);

/** A command's fields, or those of a statement in it, read with MongoDB's errors for wrong types and unknown names. */
export class Args {
  constructor(
    readonly doc: Doc,
    readonly name: string,
    allowed: readonly string[],
  ) {
    for (const field of doc.keys) {
      if (field === name || allowed.includes(field) || GENERIC.has(field)) continue;
      if (field === "txnNumber" || field === "startTransaction" || field === "autocommit") {
        throw new CommandError(
          "IllegalOperation",
          "Transaction numbers are only allowed on a replica set member or mongos",
        );
      }
      throw new CommandError(40415, `BSON field '${name}.${field}' is an unknown field.`);
    }
    const collation = doc.get("collation");
    if (collation instanceof Doc && collation.size > 0 && collation.get("locale") !== "simple") {
      throw new CommandError(
        "CommandNotSupported",
        "collation is not supported by this server, except the locale 'simple'",
      );
    }
  }

  raw(field: string): Value | undefined {
    const value = this.doc.get(field);
    return value === null ? undefined : value;
  }

  /** A field that must be there. */
  required(field: string): Value {
    const value = this.raw(field);
    if (value === undefined) throw this.#missing(field);
    return value;
  }

  string(field: string): string {
    const value = this.required(field);
    if (typeof value === "string") return value;
    throw this.#wrongType(field, value, "string");
  }

  optionalString(field: string): string | undefined {
    return this.raw(field) === undefined ? undefined : this.string(field);
  }

  document(field: string): Doc {
    return this.optionalDocument(field) ?? new Doc();
  }

  optionalDocument(field: string): Doc | undefined {
    const value = this.raw(field);
    if (value === undefined || value instanceof Doc) return value;
    throw this.#wrongType(field, value, "object");
  }

  array(field: string): readonly Value[] {
    const value = this.required(field);
    if (Array.isArray(value)) return value;
    throw this.#wrongType(field, value, "array");
  }

  documents(field: string): Doc[] {
    return this.array(field).map(value => {
      if (value instanceof Doc) return value;
      throw this.#wrongType(field, value, "object");
    });
  }

  flag(field: string, fallback = false): boolean {
    const value = this.raw(field);
    if (value === undefined) return fallback;
    if (typeof value === "boolean" || isNumeric(value)) return isTruthy(value);
    throw this.#wrongType(field, value, "bool");
  }

  /** A number cut to an integer, at least `min`. */
  integer(field: string, min = 0): number | undefined {
    const value = this.raw(field);
    if (value === undefined) return undefined;
    if (!isNumeric(value)) throw this.#wrongType(field, value, "number");
    const number = Math.trunc(toDouble(value));
    if (number >= min) return number;
    throw new CommandError(51024, `BSON field '${field}' value must be >= ${min}, actual value '${number}'`);
  }

  /** Variables for `$$name` in expressions. */
  variables(): ReadonlyMap<string, Value> | undefined {
    const variables = this.optionalDocument("let");
    return variables === undefined ? undefined : new Map(variables.entries());
  }

  #missing(field: string): CommandError {
    return new CommandError(40414, `BSON field '${this.name}.${field}' is missing but a required field`);
  }

  #wrongType(field: string, value: Value, expected: string): CommandError {
    return new CommandError(
      "TypeMismatch",
      `BSON field '${this.name}.${field}' is the wrong type '${typeOf(value).alias}', expected type '${expected}'`,
    );
  }
}
