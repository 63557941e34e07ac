import type { InputIssue, JsonObject, Kind, Reference } from "./kind";
import { traitsOf } from "./traits";
import { isJsonObject, walkData, walkObjects } from "./walk";

/** All objects of other kinds that a record points at, by id or by name, without its path parameters. */
export function referencesOf(kind: Kind, record: JsonObject): Reference[] {
  const found: Reference[] = [];
  walkData(kind.inputs, record, ({ path, value, traits }) => {
    const ref = traits?.ref;
    const at = path.join(".");
    if (traits?.expression) found.push(...functionsNamedIn(value, at));
    if (!ref) return;
    for (const item of elementsOf(value)) {
      if (typeof item === "string" && item !== "")
        found.push({ kind: ref.kind, by: ref.by, value: item, path: at });
    }
  });
  return [...found, ...(kind.references?.(record) ?? [])];
}

/** Functions that a JSON expression calls with `%function: {name, arguments}`. */
export function functionsNamedIn(expression: unknown, path: string): Reference[] {
  if (Array.isArray(expression)) return expression.flatMap(item => functionsNamedIn(item, path));
  if (!isJsonObject(expression)) return [];
  return Object.entries(expression).flatMap(([key, value]): Reference[] => {
    const name = key === "%function" && isJsonObject(value) ? value["name"] : undefined;
    const own: Reference[] =
      typeof name === "string" ? [{ kind: "Function", by: "name", value: name, path }] : [];
    return [...own, ...functionsNamedIn(value, path)];
  });
}

function elementsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [value];
}

/**
 * Rules of reference pairs: exactly one of `x_id` and `x_name`, none only where the pair is optional.
 *
 * @param options.allowBoth accepts both, as HTTP clients send them and records hold them
 */
export function pairIssues(kind: Kind, inputs: unknown, options: { allowBoth?: boolean } = {}): InputIssue[] {
  const issues: InputIssue[] = [];
  walkObjects(kind.inputs, inputs, ({ path, data, shape }) => {
    for (const [key, child] of Object.entries(shape)) {
      const ref = traitsOf(child)?.ref;
      if (!ref?.sibling || ref.by !== "id") continue;
      const message = pairMessage(
        data[key] !== undefined,
        data[ref.sibling] !== undefined,
        ref.required,
        options.allowBoth,
      );
      if (message) issues.push({ path: [...path, key], message: `${message} of ${key} and ${ref.sibling}` });
    }
  });
  return issues;
}

function pairMessage(
  byId: boolean,
  byName: boolean,
  required?: boolean,
  allowBoth?: boolean,
): string | undefined {
  if (byId && byName) return allowBoth ? undefined : "give only one";
  return byId || byName || !required ? undefined : "give one";
}
