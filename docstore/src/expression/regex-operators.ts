import { isNullish } from "../bson/type.js";
import { Doc, Int32, Regex, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileRegex } from "../query/regex.js";
import { type Argument, NamedArguments } from "./arguments.js";
import type { Operator, OperatorTable } from "./expression.js";

function regexOperator(
  apply: (matches: () => Iterable<RegExpExecArray>, text: string) => Value,
  absent: () => Value,
): Operator {
  return (argument, compile, name) => {
    const args = new NamedArguments(name, argument, compile, ["input", "regex"], ["options"]);
    return {
      evaluate: scope => {
        const input = args.evaluate("input", scope);
        const regex = toRegExp(args.evaluate("regex", scope), args.evaluate("options", scope), name);
        if (isNullish(input) || regex === undefined) return absent();
        if (typeof input !== "string")
          throw new CommandError(51104, `${name} needs 'input' to be of type string`);
        return apply(() => input.matchAll(regex), input);
      },
    };
  };
}

function toRegExp(regex: Argument, options: Argument, name: string): RegExp | undefined {
  if (isNullish(regex)) return undefined;
  const flags = typeof options === "string" ? options : "";
  if (typeof regex === "string") return compileRegex(regex, flags, true);
  if (!(regex instanceof Regex))
    throw new CommandError(51105, `${name} needs 'regex' to be of type string or regex`);
  if (flags !== "" && regex.flags !== "")
    throw new CommandError(
      51107,
      `${name}: found regex option(s) specified in both 'regex' and 'options' fields`,
    );
  return compileRegex(regex.pattern, flags === "" ? regex.flags : flags, true);
}

function describe(match: RegExpExecArray, text: string): Doc {
  const captures: Value[] = match.slice(1).map(capture => capture ?? null);
  return Doc.of({ match: match[0], idx: new Int32([...text.slice(0, match.index)].length), captures });
}

function first(matches: Iterable<RegExpExecArray>): RegExpExecArray | undefined {
  for (const match of matches) return match;
  return undefined;
}

export const regexOperators: OperatorTable = {
  $regexMatch: regexOperator(
    matches => first(matches()) !== undefined,
    () => false,
  ),
  $regexFind: regexOperator(
    (matches, text) => {
      const match = first(matches());
      return match === undefined ? null : describe(match, text);
    },
    () => null,
  ),
  $regexFindAll: regexOperator(
    (matches, text) => Array.from(matches(), match => describe(match, text)),
    () => [],
  ),
};
