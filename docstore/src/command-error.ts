import type { Doc } from "./bson/value.js";

/** MongoDB's error codes that this server answers with. */
const ERROR_CODES = {
  InternalError: 1,
  BadValue: 2,
  NoSuchKey: 4,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  CommandNotSupported: 115,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  ConversionFailure: 241,
  QueryExceededMemoryLimit: 292,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
} as const;

export type ErrorName = keyof typeof ERROR_CODES;

/** An error that is answered to the client; everything else thrown becomes an InternalError. */
export class CommandError extends Error {
  readonly code: number;
  readonly codeName: string;

  /** `code` is a name from the table, or the number of one of MongoDB's unnamed errors (`Location…`). */
  constructor(
    code: ErrorName | number,
    message: string,
    readonly details?: Doc,
  ) {
    super(message);
    this.name = "CommandError";
    this.code = typeof code === "number" ? code : ERROR_CODES[code];
    this.codeName = typeof code === "number" ? `Location${code}` : code;
  }
}
