/** An expression after parsing: something that is true or false. */
export type Condition =
  | { type: "constant"; value: boolean }
  | { type: "assert"; operand: Operand }
  | { type: "and" | "or" | "nor"; items: Condition[] }
  | { type: "not"; item: Condition }
  | { type: "field"; left: Operand; test: Test };

/** Something that has a value. */
export type Operand =
  | { type: "literal"; value: unknown }
  | { type: "expansion"; root: ExpansionRoot; path: string[] }
  | { type: "array"; items: Operand[] }
  | { type: "document"; entries: [string, Operand][] }
  | { type: "conversion"; conversion: Conversion; operand: Operand }
  | { type: "call"; name: string; args: Operand[] }
  | { type: "condition"; condition: Condition };

/** What is asked of the value on the left. */
export type Test =
  | { type: Comparison; operand: Operand }
  | { type: "exists"; operand: Operand }
  | { type: "and" | "or" | "nor"; items: Test[] }
  | { type: "not"; item: Test };

export type Comparison = (typeof comparisons)[number];
export type Conversion = (typeof conversions)[number];
export type ExpansionRoot = (typeof expansionRoots)[number];

export const comparisons = ["eq", "ne", "gt", "gte", "lt", "lte", "in", "nin", "all"] as const;
export const conversions = ["stringToOid", "oidToString", "stringToUuid", "uuidToString"] as const;
/** Everything that may follow `%%`. */
export const expansionRoots = [
  "true",
  "false",
  "values",
  "environment",
  "request",
  "user",
  "root",
  "prevRoot",
  "this",
  "prev",
  "args",
  "partition",
] as const;
