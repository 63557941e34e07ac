import { isDeepStrictEqual } from "node:util";
import { checkInputs, isJsonObject, type JsonObject, type Kind } from "@appstead/sdk";
import type { ConfigObject, Edit } from "../../config/config-store";
import { ApiError } from "../../http/api-error";
import type { AdminParts } from "../admin-parts";
import { checkRecord } from "./check-record";
import { inputError } from "./input-error";

/** Keys under which a section appears in the field that holds it, for example `sync` and `flexible_sync`. */
function sectionKeys(section: Kind): string[] {
  const keys = Object.values(section.samples).flatMap(samples =>
    Object.keys(encoded(section, samples.minimal)),
  );
  return [...new Set(keys)];
}

/** A section as it appears in the field that holds it. */
export function encodeSection(section: Kind, object: ConfigObject): JsonObject {
  return encoded(section, object.record);
}

/** Takes the keys of a section out of the field that holds it. */
export function splitSection(section: Kind, field: JsonObject): { own: JsonObject; fragment: JsonObject } {
  const keys = sectionKeys(section);
  const entries = Object.entries(field);
  return {
    own: Object.fromEntries(entries.filter(([key]) => !keys.includes(key))),
    fragment: Object.fromEntries(entries.filter(([key]) => keys.includes(key))),
  };
}

/**
 * The edits by which a fragment such as `{sync: {…}}` changes a section; none when nothing changes.
 * A block replaces the stored one; one that is not complete on its own, or has one key and changes that, is laid over it.
 *
 * @throws ApiError when a block is not valid, or of another form than the section that is there
 */
export async function sectionEdits(
  parts: Pick<AdminParts, "checkSource">,
  section: Kind,
  fragment: JsonObject,
  { id, before }: { id: string; before: ConfigObject | undefined },
): Promise<Edit[]> {
  if (Object.keys(fragment).length === 0) return [];
  const stored = before ? encodeSection(section, before) : {};
  const wanted = section.decode?.(fragment);
  if (!wanted)
    return before && touches(stored, fragment) ? [{ op: "delete", kind: section.name, id: before.id }] : [];
  if (before && !touches(stored, fragment)) throw otherForm(stored, fragment);
  const isPart =
    changesOneKey(stored, fragment) || !checkInputs(section, wanted, { tolerateUnknownKeys: true }).ok;
  const whole = isPart ? section.decode?.(overlay(stored, fragment)) : wanted;
  const record = await checkSection(parts, section, whole ?? wanted, fragment);
  if (before && isDeepStrictEqual(before.record, record)) return [];
  const object: ConfigObject = {
    ...before,
    kind: section.name,
    id,
    parentId: id,
    record,
    lastModified: before?.lastModified ?? 0,
  };
  return [{ op: "put", object }];
}

async function checkSection(
  parts: Pick<AdminParts, "checkSource">,
  section: Kind,
  record: JsonObject,
  fragment: JsonObject,
): Promise<JsonObject> {
  const block = Object.keys(fragment).slice(0, 1);
  const checked = checkInputs(section, record, { tolerateUnknownKeys: true });
  if (!checked.ok) throw inputError(checked.issues, block);
  return checkRecord(parts, section, checked.value);
}

function encoded(section: Kind, record: unknown): JsonObject {
  const body = section.encode ? section.encode(record, "create") : record;
  return isJsonObject(body) ? body : {};
}

function touches(stored: JsonObject, fragment: JsonObject): boolean {
  return Object.keys(fragment).some(key => key in stored);
}

function changesOneKey(stored: JsonObject, fragment: JsonObject): boolean {
  return Object.entries(fragment).some(([name, block]) => {
    const before = stored[name];
    if (!isJsonObject(block) || !isJsonObject(before)) return false;
    const [key, ...others] = Object.keys(block);
    return key !== undefined && others.length === 0 && !isDeepStrictEqual(block[key], before[key]);
  });
}

function overlay(stored: JsonObject, fragment: JsonObject): JsonObject {
  const merged = Object.entries(fragment).map(([key, block]) => {
    const before = stored[key];
    return [key, isJsonObject(before) && isJsonObject(block) ? { ...before, ...block } : block];
  });
  return { ...stored, ...Object.fromEntries(merged) };
}

function otherForm(stored: JsonObject, fragment: JsonObject): ApiError {
  const [has, wants] = [Object.keys(stored)[0], Object.keys(fragment)[0]];
  return new ApiError(
    "InvalidParameter",
    `${wants}: the data source has a ${has} configuration; terminate that first with {"${has}": {"state": ""}}`,
  );
}
