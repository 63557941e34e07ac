import type { CallLog } from "../protocol";

const maxLines = 25;
const maxLineBytes = 512;

function cut(line: string): string {
  const bytes = Buffer.from(line, "utf8");
  if (bytes.length <= maxLineBytes) return line;
  let end = maxLineBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString("utf8");
}

/** Keeps the last 25 console lines of a call, 512 bytes each. */
export class CallLogBuffer {
  private readonly lines: { isError: boolean; text: string }[] = [];

  add(level: string, line: string): void {
    this.lines.push({ isError: level === "error", text: cut(line) });
    if (this.lines.length > maxLines) this.lines.shift();
  }

  snapshot(): CallLog {
    return {
      logs: this.lines.map(line => line.text),
      errorLogs: this.lines.filter(line => line.isError).map(line => line.text),
    };
  }
}
