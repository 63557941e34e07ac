import { MAX_DEPTH } from "../bson/decode.js";
import { compareStrings } from "../bson/order.js";
import { CommandError } from "../command-error.js";

export function splitUpdatePath(path: string): string[] {
  if (path === "") throw new CommandError("EmptyFieldName", "An empty update path is not valid.");
  const parts = path.split(".");
  if (parts.length > MAX_DEPTH) {
    throw new CommandError("Overflow", `An update path has ${parts.length} parts, at most ${MAX_DEPTH} work`);
  }
  if (parts.includes("")) {
    throw new CommandError(
      "EmptyFieldName",
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
  if (parts[0]?.startsWith("$")) {
    throw new CommandError(
      "BadValue",
      `Cannot have positional (i.e. '${parts[0]}') element in the first position in path '${path}'`,
    );
  }
  return parts;
}

/** No two changed paths may be equal, nor one inside the other. */
export function checkConflicts(paths: readonly string[]): void {
  const seen = new Set<string>();
  const insides = new Set<string>();
  for (const path of paths) {
    const parts = path.split(".");
    const prefixes = parts.map((_, i) => parts.slice(0, i + 1).join("."));
    const outer = prefixes.find(prefix => seen.has(prefix));
    if (outer !== undefined) throw conflict(path, outer);
    if (insides.has(path)) throw conflict(path, path);
    seen.add(path);
    for (const prefix of prefixes) insides.add(prefix);
  }
}

function conflict(path: string, at: string): CommandError {
  return new CommandError(
    "ConflictingUpdateOperators",
    `Updating the path '${path}' would create a conflict at '${at}'`,
  );
}

/** The order in which new fields appear: numbers by value, names by their bytes. */
export function comparePaths(a: string, b: string): number {
  const left = a.split(".");
  const right = b.split(".");
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = compareParts(left[i] ?? "", right[i] ?? "");
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareParts(a: string, b: string): number {
  const numbers = /^\d+$/.test(a) && /^\d+$/.test(b);
  return numbers ? Number(a) - Number(b) : compareStrings(a, b);
}
