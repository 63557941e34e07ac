import { propertyName } from "./text.mjs";

/** Width that a value may have on one line, with its indentation. */
const width = 70;

/**
 * A value as TypeScript source, on one line where it fits.
 * A symbol stands for itself, such as a variable: nothing in data can be mistaken for one.
 * @param {unknown} value
 * @returns {string}
 */
export function printValue(value, indent = "") {
  if (typeof value === "symbol") return value.description ?? "";
  if (typeof value === "string" && value.includes("\n"))
    return `\`${value.replace(/[`\\]|\$\{/g, character => `\\${character}`)}\``;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map(item => printValue(item, inner))
    : Object.entries(value).map(([key, item]) => `${propertyName(key)}: ${printValue(item, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const gap = isList || parts.length === 0 ? "" : " ";
  const line = `${open}${gap}${parts.join(", ")}${gap}${close}`;
  if (line.length + indent.length <= width && !line.includes("\n")) return line;
  return `${open}\n${parts.map(part => `${inner}${part},\n`).join("")}${indent}${close}`;
}
