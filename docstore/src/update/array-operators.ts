import { toDouble } from "../bson/exact.js";
import { hashKey } from "../bson/key.js";
import { equalValues } from "../bson/order.js";
import { isNumeric, typeOf } from "../bson/type.js";
import { Doc, Regex, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { matchDocument, matchValue } from "../query/filter.js";
import { parseFilter, parseOperators } from "../query/filter-parse.js";
import { isOperatorDoc } from "../query/operator-doc.js";
import { regexTest } from "../query/regex.js";
import { KEEP, type Modifier, type ModifierFactory, type UpdateOperatorTable } from "./modifier.js";

const addToSet: ModifierFactory = argument => {
  const each = argument instanceof Doc && argument.keys[0] === "$each" ? argument.get("$each") : undefined;
  if (each !== undefined && !Array.isArray(each)) {
    throw new CommandError("TypeMismatch", "The argument to $each in $addToSet must be an array");
  }
  const values: readonly Value[] = Array.isArray(each) ? each : [argument];
  return (current, _context, path) => {
    const array = current ?? [];
    if (!Array.isArray(array)) {
      throw new CommandError(
        "BadValue",
        `Cannot apply $addToSet to non-array field. Field named '${path}' has non-array type ${typeOf(array).alias}`,
      );
    }
    const result = [...array];
    const present = new Set(array.map(hashKey));
    for (const value of values) {
      const key = hashKey(value);
      if (!present.has(key)) result.push(value);
      present.add(key);
    }
    return result.length === array.length && current !== undefined ? KEEP : result;
  };
};

const pop: ModifierFactory = argument => {
  const end = isNumeric(argument) ? toDouble(argument) : Number.NaN;
  if (end !== 1 && end !== -1)
    throw new CommandError("FailedToParse", "$pop expects 1 or -1, found: something else");
  return (current, _context, path) => {
    if (current === undefined) return KEEP;
    if (!Array.isArray(current)) {
      throw new CommandError(
        "TypeMismatch",
        `Path '${path}' contains an element of non-array type '${typeOf(current).alias}'`,
      );
    }
    if (current.length === 0) return KEEP;
    return end === 1 ? current.slice(0, -1) : current.slice(1);
  };
};

const pull: ModifierFactory = argument => removing("$pull", pullTest(argument));

function pullTest(argument: Value): (element: Value) => boolean {
  if (argument instanceof Regex) return regexTest(argument);
  if (!(argument instanceof Doc)) return element => equalValues(element, argument);
  if (isOperatorDoc(argument)) {
    const node = parseOperators("", argument);
    return element => matchValue(node, element);
  }
  const node = parseFilter(argument, undefined);
  return element => element instanceof Doc && matchDocument(node, element);
}

const pullAll: ModifierFactory = argument => {
  if (!Array.isArray(argument)) {
    throw new CommandError(
      "BadValue",
      `$pullAll requires an array argument but was given a ${typeOf(argument).alias}`,
    );
  }
  const keys = new Set(argument.map(hashKey));
  return removing("$pullAll", element => keys.has(hashKey(element)));
};

function removing(name: string, test: (element: Value) => boolean): Modifier {
  return current => {
    if (current === undefined) return KEEP;
    if (!Array.isArray(current))
      throw new CommandError("BadValue", `Cannot apply ${name} to a non-array value`);
    const kept = current.filter(element => !test(element));
    return kept.length === current.length ? KEEP : kept;
  };
}

/** Operators on arrays; `$push` has a file of its own. */
export const arrayOperators: UpdateOperatorTable = {
  $addToSet: { lenient: false, compile: addToSet },
  $pop: { lenient: true, compile: pop },
  $pull: { lenient: true, compile: pull },
  $pullAll: { lenient: true, compile: pullAll },
};
