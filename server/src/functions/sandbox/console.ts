import { encodeTree } from "./encode";
import { host } from "./host";

const levels = ["log", "info", "warn", "error", "debug", "trace"];
/** A line is cut to 512 bytes outside; nothing longer than this many characters needs to cross. */
const maxLineChars = 512;

function format(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "function") return `[Function: ${value.name || "anonymous"}]`;
  if (value instanceof Error) return value.stack ? `${value}\n${value.stack}`.trimEnd() : String(value);
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return host.formatEjson(encodeTree(value), 1, "");
  } catch {
    return Object.prototype.toString.call(value);
  }
}

function line(args: unknown[]): string {
  let text = "";
  for (const [i, arg] of args.entries()) {
    if (text.length > maxLineChars) break;
    text += (i === 0 ? "" : " ") + format(arg).slice(0, maxLineChars + 1);
  }
  return text;
}

/** The `console` of functions: every method adds a line to the call's log. */
export const sandboxConsole = Object.fromEntries(
  levels.map(level => [level, (...args: unknown[]) => host.log(level, line(args))]),
);
