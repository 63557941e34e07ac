import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject, type Kind, type Visit, walkData } from "@appstead/sdk";
import { valueAt } from "../../config/kind-catalog";
import { inputError } from "./input-error";

type FixedField = Pick<Visit, "path" | "value">;

/** Fields of a record that cannot change in place, with their values. */
export function fixedFields(kind: Kind, record: JsonObject): FixedField[] {
  const fixed: FixedField[] = [];
  walkData(kind.inputs, record, ({ path, value, traits }) => {
    if (traits?.immutable && (traits.json || !isJsonObject(value))) fixed.push({ path, value });
  });
  return fixed;
}

/**
 * @param advice what to do to have another value
 * @throws ApiError that names the fields that have another value afterwards
 */
export function refuseFixedChanges(
  fixed: readonly FixedField[],
  after: JsonObject,
  advice: string,
  prefix: readonly string[] = [],
): void {
  const changed = fixed.filter(({ path, value }) => {
    const now = valueAt(after, path);
    return !(now === undefined && value === false) && !isDeepStrictEqual(now, value);
  });
  if (changed.length === 0) return;
  throw inputError(
    changed.map(({ path }) => ({ path, message: `cannot be changed; ${advice}` })),
    prefix,
  );
}
