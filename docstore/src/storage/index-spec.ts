import { toDouble } from "../bson/exact.js";
import { isNumeric } from "../bson/type.js";
import { Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { isTruthy } from "../expression/truth.js";
import { compileFilter } from "../query/filter.js";

/** Options that are understood; any other is refused by name. */
const KNOWN = new Set([
  "key",
  "name",
  "unique",
  "sparse",
  "background",
  "v",
  "partialFilterExpression",
  "expireAfterSeconds",
  "hidden",
  "ns",
]);

/** The stored form of an index. */
export function compileIndexSpec(key: Doc, name: string): Doc {
  return Doc.of({ v: new Int32(2), key, name });
}

/** Checks an index as `createIndexes` got it and gives its stored form. */
export function parseIndexSpec(spec: Doc): { name: string; spec: Doc } {
  const key = spec.get("key");
  const name = spec.get("name");
  if (!(key instanceof Doc))
    throw new CommandError("FailedToParse", "The 'key' field of an index specification must be an object");
  if (typeof name !== "string" || name === "") {
    throw new CommandError(
      "FailedToParse",
      "The 'name' field is a required property of an index specification",
    );
  }
  checkKey(key, name);
  const stored = compileIndexSpec(key, name);
  for (const [option, value] of spec.entries()) {
    if (option === "collation" && value instanceof Doc && value.get("locale") === "simple") continue;
    if (!KNOWN.has(option)) {
      throw new CommandError(
        "CannotCreateIndex",
        `index option '${option}' is not supported by this server: index ${name}`,
      );
    }
    if (option === "hidden" && value === true) {
      throw new CommandError(
        "CannotCreateIndex",
        `index option 'hidden' is not supported by this server: index ${name}`,
      );
    }
    if (["unique", "sparse", "partialFilterExpression", "expireAfterSeconds"].includes(option))
      copyOption(stored, option, value);
  }
  if (stored.has("sparse") && stored.has("partialFilterExpression")) {
    throw new CommandError("CannotCreateIndex", 'cannot mix "partialFilterExpression" and "sparse" options');
  }
  if (stored.has("expireAfterSeconds") && key.size > 1) {
    throw new CommandError(
      "CannotCreateIndex",
      "TTL indexes are single-field indexes, compound indexes do not support TTL",
    );
  }
  return { name, spec: stored };
}

function checkKey(key: Doc, name: string): void {
  if (key.size === 0) throw new CommandError("CannotCreateIndex", "Index keys cannot be an empty object");
  if (key.size > 31)
    throw new CommandError("CannotCreateIndex", "Index keys must have at most 31 fields here");
  if (name === "_id_" && !(key.size === 1 && key.has("_id"))) {
    throw new CommandError("BadValue", "The index name '_id_' is reserved for the _id index");
  }
  for (const [path, direction] of key.entries()) {
    if (path === "" || path.split(".").includes("") || path.startsWith("$")) {
      throw new CommandError(
        "CannotCreateIndex",
        `Index keys cannot contain an empty or dollar-prefixed field: '${path}'`,
      );
    }
    if (path.split(".").includes("$**"))
      throw new CommandError("CannotCreateIndex", "Wildcard indexes are not supported by this server");
    if (typeof direction === "string") {
      throw new CommandError(
        "CannotCreateIndex",
        `Index plugin '${direction}' is not supported by this server: index ${name}`,
      );
    }
    if (!isNumeric(direction) || toDouble(direction) === 0 || Number.isNaN(toDouble(direction))) {
      throw new CommandError(
        "CannotCreateIndex",
        `Values in v:2 index key pattern must be numbers other than 0: '${path}'`,
      );
    }
  }
}

function copyOption(stored: Doc, option: string, value: Value): void {
  if (option === "unique" || option === "sparse") {
    if (typeof value !== "boolean" && !isNumeric(value))
      throw new CommandError("TypeMismatch", `The field '${option}' must be a boolean or a number`);
    if (isTruthy(value)) stored.set(option, true);
  } else if (option === "partialFilterExpression") {
    if (!(value instanceof Doc))
      throw new CommandError("TypeMismatch", "The field 'partialFilterExpression' must be an object");
    compileFilter(value);
    stored.set(option, value);
  } else {
    if (!isNumeric(value) || !(toDouble(value) >= 0)) {
      throw new CommandError(
        "CannotCreateIndex",
        "TTL index 'expireAfterSeconds' option must be a number of seconds >= 0",
      );
    }
    stored.set(option, value);
  }
}
