import { sandboxFile } from "./sandbox-script";

/** What stands before a function's source on its first line. */
export const sourceHeader = "(function (exports, context, require) {";
/** What follows a function's source; the line break ends a trailing comment. */
export const sourceFooter = "\nreturn exports;\n})";

const position = /^(.*):(\d+):(\d+)(\)?)$/;

function correctColumn(frame: string): string {
  return frame.replace(position, (_match, file: string, line: string, column: string, close: string) => {
    const shift = line === "1" ? sourceHeader.length : 0;
    return `${file}:${line}:${Math.max(1, Number(column) - shift)}${close}`;
  });
}

/** Keeps the frames of the user's functions, with columns as in their source. */
export function cleanStack(stack: string): string {
  return stack
    .split("\n")
    .filter(frame => position.test(frame) && !frame.includes(sandboxFile))
    .map(correctColumn)
    .join("\n");
}

/** The line and column of the first frame, 1-based. */
export function firstPosition(stack: string): { line: number; column: number } {
  const match = position.exec(stack.split("\n")[0] ?? "");
  return { line: Number(match?.[2] ?? 1), column: Number(match?.[3] ?? 1) };
}
