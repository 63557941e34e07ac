import { encodeTree } from "./encode";
import { host } from "./host";
import { reviveEjson } from "./revive-ejson";

interface StringifyOptions {
  relaxed?: boolean;
}

function stringify(value: unknown, replacer?: unknown, space?: unknown, options?: StringifyOptions): string {
  let source = value;
  if (typeof replacer === "function") source = applyReplacer(value, replacer as Replacer);
  const settings =
    options ?? (typeof replacer === "object" && !Array.isArray(replacer) ? replacer : undefined);
  const relaxed = (settings as StringifyOptions | null | undefined)?.relaxed === true;
  const indent =
    typeof space === "number" ? " ".repeat(Math.min(10, space)) : String(space ?? "").slice(0, 10);
  return host.formatEjson(encodeTree(source), relaxed ? 1 : 0, indent);
}

type Replacer = (key: string, value: unknown) => unknown;

function applyReplacer(value: unknown, replacer: Replacer, key = ""): unknown {
  const replaced = replacer(key, value);
  if (
    typeof replaced !== "object" ||
    replaced === null ||
    "_bsontype" in replaced ||
    replaced instanceof Date
  ) {
    return replaced;
  }
  if (Array.isArray(replaced)) return replaced.map((item, i) => applyReplacer(item, replacer, String(i)));
  return Object.fromEntries(Object.entries(replaced).map(([k, v]) => [k, applyReplacer(v, replacer, k)]));
}

function parse(text: string): unknown {
  return reviveEjson(JSON.parse(text));
}

/** Reads the arguments of a call. */
export function parseArguments(text: string): unknown[] {
  const args = parse(text);
  return Array.isArray(args) ? args : [args];
}

export const EJSON = {
  parse,
  stringify,
  serialize: (value: unknown, options?: StringifyOptions): unknown =>
    JSON.parse(stringify(value, null, "", options)),
  deserialize: (value: unknown): unknown => parse(JSON.stringify(value)),
};
