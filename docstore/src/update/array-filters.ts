import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileFilter } from "../query/filter.js";
import type { ElementFilters } from "./apply-path.js";

/** The `arrayFilters` of an update, which must all be used by its paths. */
export class UsedFilters {
  readonly #used = new Set<string>();
  constructor(readonly elements: ElementFilters) {}

  /** Notes the identifiers of a path; each needs a filter. */
  use(path: string): void {
    for (const [, identifier = ""] of path.matchAll(/\$\[([^\]]*)\]/g)) {
      if (identifier === "") continue;
      if (!this.elements.has(identifier)) {
        throw new CommandError(
          "BadValue",
          `No array filter found for identifier '${identifier}' in path '${path}'`,
        );
      }
      this.#used.add(identifier);
    }
  }

  checkAllUsed(): void {
    const unused = [...this.elements.keys()].find(identifier => !this.#used.has(identifier));
    if (unused === undefined) return;
    throw new CommandError(
      "FailedToParse",
      `The array filter for identifier '${unused}' was not used in the update`,
    );
  }
}

export function parseArrayFilters(argument: Value | undefined): UsedFilters {
  const filters = new Map<string, (element: Value) => boolean>();
  if (argument !== undefined && !Array.isArray(argument)) {
    throw new CommandError(
      "TypeMismatch",
      "BSON field 'update.updates.arrayFilters' is the wrong type, expected type 'array'",
    );
  }
  for (const entry of argument ?? []) {
    if (!(entry instanceof Doc)) throw new CommandError("TypeMismatch", "arrayFilters must hold objects");
    const identifier = identifierOf(entry);
    if (filters.has(identifier)) {
      throw new CommandError(
        "FailedToParse",
        `Found multiple array filters with the same top-level field name ${identifier}`,
      );
    }
    const filter = compileFilter(entry);
    filters.set(identifier, element => filter.matches(Doc.ofEntries([[identifier, element]])));
  }
  return new UsedFilters(filters);
}

function identifierOf(filter: Doc): string {
  const names = new Set<string>();
  collectNames(filter, names);
  const [name, ...others] = names;
  if (name === undefined)
    throw new CommandError(
      "FailedToParse",
      "Cannot use an expression without a top-level field name in arrayFilters",
    );
  if (others.length > 0) {
    throw new CommandError(
      "FailedToParse",
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${name}' and '${others[0]}'`,
    );
  }
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
    throw new CommandError(
      "BadValue",
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
    );
  }
  return name;
}

function collectNames(filter: Doc, names: Set<string>): void {
  for (const [name, value] of filter.entries()) {
    if (!name.startsWith("$")) names.add(name.split(".")[0] ?? "");
    else if (Array.isArray(value))
      for (const nested of value) if (nested instanceof Doc) collectNames(nested, names);
  }
}
