import { Doc, Int32, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";

/** Runs the statements of a write command; a failed one is reported, and ends the command when it is ordered. */
export function runStatements<T>(
  statements: readonly T[],
  ordered: boolean,
  run: (statement: T, index: number) => void,
): Value[] {
  const errors: Value[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      errors.push(writeError(index, error));
      if (ordered) break;
    }
  }
  return errors;
}

function writeError(index: number, error: CommandError): Doc {
  const doc = Doc.of({ index: new Int32(index), code: new Int32(error.code) });
  for (const [name, value] of error.details?.entries() ?? []) doc.push(name, value);
  doc.push("errmsg", error.message);
  return doc;
}

/** Leaves `writeErrors` out when there is none, as clients expect. */
export function writeReply(fields: Doc, errors: readonly Value[]): Doc {
  if (errors.length > 0) fields.push("writeErrors", [...errors]);
  return fields;
}
