import { decodeDoc } from "../bson/decode.js";
import { Doc, RawDoc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { Args } from "./args.js";

/** The statements of an update or a delete; one that is malformed fails the command before any of them runs. */
export function parseStatements(
  values: readonly Value[],
  name: string,
  allowed: readonly string[],
  required: readonly string[],
): Args[] {
  checkBatchSize(values);
  return values.map(value => {
    const args = new Args(documentOf(value, name), name, allowed);
    for (const field of required) args.required(field);
    return args;
  });
}

export function checkBatchSize(statements: readonly unknown[]): void {
  if (statements.length > 0 && statements.length <= 100_000) return;
  throw new CommandError(
    "InvalidLength",
    `Write batch sizes must be between 1 and 100000. Got ${statements.length} operations.`,
  );
}

/** Statements that came as a document sequence are still encoded; those in the body are decoded already. */
function documentOf(value: Value, name: string): Doc {
  const statement = value instanceof RawDoc ? decodeDoc(value.bytes) : value;
  if (statement instanceof Doc) return statement;
  throw new CommandError("TypeMismatch", `BSON field '${name}' must hold objects`);
}
