import type { InputIssue, JsonObject, Kind, Reference } from "./kind";
import { fieldsOf } from "./fields";
import { isJsonObject, walkData } from "./walk";

/** All objects of other kinds that a record points at, by id or by name, without its path parameters. */
export function referencesOf(kind: Kind, record: JsonObject): Reference[] {
  const found: Reference[] = [];
  walkData(kind.inputs, record, ({ path, value, traits }) => {
    const ref = traits?.ref;
    const values = Array.isArray(value) ? value : [value];
    if (!ref) return;
    for (const item of values) {
      if (typeof item === "string" && item !== "") found.push({ kind: ref.kind, by: ref.by, value: item, path: path.join(".") });
    }
  });
  return [...found, ...(kind.references?.(record) ?? [])];
}

/** Rules of reference pairs: exactly one of `x_id` and `x_name`, none only where the pair is optional. */
export function pairIssues(kind: Kind, inputs: unknown): InputIssue[] {
  const issues: InputIssue[] = [];
  for (const { path, traits } of fieldsOf(kind.inputs)) {
    const ref = traits?.ref;
    if (!ref?.sibling || ref.by !== "id") continue;
    const key = path.at(-1) ?? "";
    for (const { holder, at } of holdersOf(inputs, path.slice(0, -1))) {
      const both = holder[key] !== undefined && holder[ref.sibling] !== undefined;
      const none = holder[key] === undefined && holder[ref.sibling] === undefined;
      if (both) issues.push({ path: [...at, key], message: `give only one of ${key} and ${ref.sibling}` });
      if (none && ref.required) issues.push({ path: [...at, key], message: `give one of ${key} and ${ref.sibling}` });
    }
  }
  return issues;
}

interface Holder {
  holder: JsonObject;
  at: (string | number)[];
}

function holdersOf(data: unknown, path: readonly string[]): Holder[] {
  let current: { value: unknown; at: (string | number)[] }[] = [{ value: data, at: [] }];
  for (const step of path) {
    current = current.flatMap(({ value, at }) => {
      if (step === "[]") return Array.isArray(value) ? value.map((item, i) => ({ value: item, at: [...at, i] })) : [];
      if (!isJsonObject(value)) return [];
      if (step === "{}") return Object.entries(value).map(([k, item]) => ({ value: item, at: [...at, k] }));
      return [{ value: value[step], at: [...at, step] }];
    });
  }
  return current.flatMap(({ value, at }) => (isJsonObject(value) ? [{ holder: value, at }] : []));
}
