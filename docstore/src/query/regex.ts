import { Regex, SymbolValue, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { LeafTest } from "./filter-node.js";

/** Matches strings by pattern, and regular expressions by being the same. */
export function regexTest(regex: Regex): LeafTest {
  const compiled = compileRegex(regex.pattern, regex.flags);
  return value => {
    const text = textOf(value);
    if (text !== undefined) return compiled.test(text);
    return value instanceof Regex && value.pattern === regex.pattern && value.flags === regex.flags;
  };
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : value instanceof SymbolValue ? value.value : undefined;
}

/** Translates a PCRE pattern and its options; what JavaScript cannot express is refused, never guessed. */
export function compileRegex(pattern: string, options: string, global = false): RegExp {
  let flags = global ? "g" : "";
  let source = pattern;
  let wanted = options;
  const inline = /^\(\?([imsx]+)\)/.exec(source);
  if (inline !== null) {
    source = source.slice(inline[0].length);
    wanted += inline[1] ?? "";
  }
  for (const option of new Set(wanted)) {
    if (option === "i" || option === "m" || option === "s") flags += option;
    else if (option === "x") source = withoutComments(source);
    else if (option !== "u") throw new CommandError(51108, `invalid flag in regex options: ${option}`);
  }
  source = source.replace(/\\\\|\\A|\\[zZ]/g, part =>
    part === "\\A" ? "(?<![\\s\\S])" : part === "\\\\" ? part : "(?![\\s\\S])",
  );
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return compileLoosely(source, flags, pattern);
  }
}

/** Without Unicode mode JavaScript accepts needless escapes as PCRE does. */
function compileLoosely(source: string, flags: string, pattern: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(51091, `Regular expression is invalid or not supported: ${pattern}: ${reason}`);
  }
}

/** Extended patterns: white space and `#` comments count only when escaped or inside brackets. */
function withoutComments(source: string): string {
  return source.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\s+|#[^\n]*/g, part =>
    part.startsWith("\\") || part.startsWith("[") ? part : "",
  );
}

/** The text that every match of an anchored pattern starts with, if it is known. */
export function literalPrefix(regex: Regex): string | undefined {
  if (regex.flags !== "" && regex.flags !== "s") return undefined;
  if (regex.pattern.includes("|")) return undefined;
  const match = /^\^([\w @/:,;=~!%&'"<>-]+)(?![*?{])/.exec(regex.pattern);
  return match?.[1];
}
