import { toDouble } from "../bson/exact.js";
import { compareStrings } from "../bson/order.js";
import { isNullish, isNumeric, typeOf } from "../bson/type.js";
import { Int32, SymbolValue, UtcDate, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { type Argument, NamedArguments, operator, unary, variadic } from "./arguments.js";
import type { Operator, OperatorTable } from "./expression.js";
import { formatIsoDate } from "./iso-date.js";

function requireString(value: Argument, name: string): string {
  if (typeof value === "string") return value;
  if (value instanceof SymbolValue) return value.value;
  throw new CommandError(
    34471,
    `${name} requires a string argument, found: ${value === undefined ? "missing" : typeOf(value).alias}`,
  );
}

/** Text of what string functions accept: null is empty, numbers and dates are written out. */
function coerce(value: Argument, name: string): string {
  if (isNullish(value)) return "";
  if (isNumeric(value)) return String(toDouble(value));
  if (value instanceof UtcDate) return formatIsoDate(value);
  return requireString(value, name);
}

function concat(args: Argument[], name: string): Argument {
  if (args.some(isNullish)) return null;
  return args.map(value => requireString(value, name)).join("");
}

function integer(value: Argument, name: string): number {
  const number = isNumeric(value) ? toDouble(value) : Number.NaN;
  if (Number.isInteger(number)) return number;
  throw new CommandError(34450, `${name}: positions and lengths must be integers`);
}

function substrBytes([text, start, length]: Argument[], name: string): Argument {
  const bytes = Buffer.from(coerce(text, name), "utf8");
  const from = integer(start, name);
  if (from < 0) throw new CommandError(50752, `${name}: starting index must be non-negative`);
  const size = integer(length, name);
  const end = size < 0 ? bytes.length : Math.min(bytes.length, from + size);
  if (isInside(bytes, from) || isInside(bytes, end)) {
    throw new CommandError(
      28656,
      `${name}: Invalid range, starting or ending in the middle of a UTF-8 character.`,
    );
  }
  return bytes.toString("utf8", Math.min(from, bytes.length), end);
}

function isInside(bytes: Buffer, at: number): boolean {
  return at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80;
}

function substrCodePoints([text, start, length]: Argument[], name: string): Argument {
  const from = integer(start, name);
  const size = integer(length, name);
  if (from < 0 || size < 0) throw new CommandError(34455, `${name}: position and length must be nonnegative`);
  return [...coerce(text, name)].slice(from, from + size).join("");
}

function indexOf(split: (text: string) => readonly (string | number)[]): Operator {
  return operator(2, 4, ([text, part, start, end], name) => {
    if (isNullish(text)) return null;
    const whole = split(requireString(text, name));
    const wanted = split(requireString(part, name));
    const from = start === undefined ? 0 : integer(start, name);
    const until = Math.min(whole.length, end === undefined ? whole.length : integer(end, name));
    if (from < 0 || until < 0)
      throw new CommandError(40097, `${name} requires nonnegative starting and ending indexes`);
    for (let i = from; i + wanted.length <= until; i++) {
      if (wanted.every((unit, j) => whole[i + j] === unit)) return new Int32(i);
    }
    return new Int32(-1);
  });
}

const WHITESPACE =
  "\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a";

function trim(atStart: boolean, atEnd: boolean): Operator {
  return (argument, compile, name) => {
    const args = new NamedArguments(name, argument, compile, ["input"], ["chars"]);
    return {
      evaluate: scope => {
        const input = args.evaluate("input", scope);
        const chars = args.has("chars") ? args.evaluate("chars", scope) : WHITESPACE;
        if (isNullish(input) || isNullish(chars)) return null;
        const set = new Set(requireString(chars, name));
        const points = [...requireString(input, name)];
        let from = 0;
        let to = points.length;
        while (atStart && from < to && set.has(points[from] ?? "")) from++;
        while (atEnd && to > from && set.has(points[to - 1] ?? "")) to--;
        return points.slice(from, to).join("");
      },
    };
  };
}

function replace(everywhere: boolean): Operator {
  return (argument, compile, name) => {
    const args = new NamedArguments(name, argument, compile, ["input", "find", "replacement"]);
    return {
      evaluate: scope => {
        const values = ["input", "find", "replacement"].map(field => args.evaluate(field, scope));
        if (values.some(isNullish)) return null;
        const [input = "", find = "", replacement = ""] = values.map(value => requireString(value, name));
        return everywhere
          ? input.replaceAll(find, () => replacement)
          : input.replace(find, () => replacement);
      },
    };
  };
}

function split([text, separator]: Argument[], name: string): Argument {
  if (isNullish(text) || isNullish(separator)) return null;
  const by = requireString(separator, name);
  if (by === "") throw new CommandError(40087, "$split requires a non-empty separator");
  const parts: Value[] = requireString(text, name).split(by);
  return parts;
}

/** Only ASCII letters change case, as in MongoDB. */
const lower = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase());
const upper = (text: string): string => text.replace(/[a-z]/g, letter => letter.toUpperCase());

export const string: OperatorTable = {
  $concat: variadic(concat),
  $toLower: unary((value, name) => lower(coerce(value, name))),
  $toUpper: unary((value, name) => upper(coerce(value, name))),
  $substr: operator(3, 3, substrBytes),
  $substrBytes: operator(3, 3, substrBytes),
  $substrCP: operator(3, 3, substrCodePoints),
  $strLenBytes: unary((value, name) => new Int32(Buffer.byteLength(requireString(value, name)))),
  $strLenCP: unary((value, name) => new Int32([...requireString(value, name)].length)),
  $strcasecmp: operator(
    2,
    2,
    ([a, b], name) => new Int32(compareStrings(upper(coerce(a, name)), upper(coerce(b, name)))),
  ),
  $indexOfBytes: indexOf(text => [...Buffer.from(text, "utf8")]),
  $indexOfCP: indexOf(text => [...text]),
  $split: operator(2, 2, split),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
};
