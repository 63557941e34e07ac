import { Doc, Timestamp, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { KEEP, type ModifierFactory, REMOVE, type UpdateOperatorTable } from "./modifier.js";

const currentDate: ModifierFactory = (argument, path) => {
  const type = dateType(argument, path);
  return (_current, context) =>
    type === "date" ? context.now : new Timestamp(((context.now.ms / 1000n) << 32n) | 1n);
};

function dateType(argument: Value, path: string): "date" | "timestamp" {
  if (typeof argument === "boolean") return "date";
  const type = argument instanceof Doc ? argument.get("$type") : undefined;
  if (type === "date" || type === "timestamp") return type;
  throw new CommandError(
    "BadValue",
    `The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {${path} : {$type: 'date'}}}`,
  );
}

/** Operators that set or take away a field whatever it holds. */
export const fieldOperators: UpdateOperatorTable = {
  $set: { lenient: false, compile: value => () => value },
  $setOnInsert: {
    lenient: false,
    compile: value => (_current, context) => (context.inserting ? value : KEEP),
  },
  $unset: { lenient: true, compile: () => current => (current === undefined ? KEEP : REMOVE) },
  $currentDate: { lenient: false, compile: currentDate },
};
