/**
 * A table in Markdown.
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 */
export function markdownTable(heads, rows) {
  /** @param {readonly string[]} cells */
  const line = cells => `| ${cells.map(cell => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return `${line(heads)}|${"---|".repeat(heads.length)}\n${rows.map(line).join("")}`;
}

/** Rows without those that are there already. @param {readonly string[][]} rows */
export function distinctRows(rows) {
  const byText = new Map(rows.map(row => [row.join("|"), row]));
  return [...byText.values()];
}
