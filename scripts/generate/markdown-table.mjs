/**
 * A table in Markdown that also reads as plain text: all columns but the last, which is prose, are as wide as their
 * widest cell.
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 */
export function markdownTable(heads, rows) {
  const lines = [heads, ...rows].map(cells => cells.map(cell => cell.replaceAll("|", "\\|")));
  const widths = heads
    .slice(0, -1)
    .map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)));
  /** @param {readonly string[]} cells */
  const print = cells => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  const [head = [], ...body] = lines;
  const rule = heads.map((_, column) => "-".repeat(widths[column] ?? 3));
  return [head, rule, ...body].map(print).join("");
}

/** Rows without those that are there already. @param {readonly string[][]} rows */
export function distinctRows(rows) {
  const byText = new Map(rows.map(row => [row.join("|"), row]));
  return [...byText.values()];
}
