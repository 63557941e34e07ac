import { isDeepStrictEqual } from "node:util";
import { checkInputs, isJsonObject, type JsonObject, type Kind } from "@appstead/sdk";
import type { ConfigObject, Edit } from "../../config/config-store";
import type { ApiError } from "../../http/api-error";
import type { AdminParts } from "../admin-parts";
import { checkRecord } from "./check-record";
import { fixedFields, refuseFixedChanges } from "./fixed-fields";
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
 * A block replaces the stored one; one that is not complete on its own, or has one key and changes that, is laid over
 * it. `null`, or the block by which the kind deletes, ends the section.
 *
 * @throws ApiError when a block is not valid, changes what cannot change, or is of another form than the section
 */
export async function sectionEdits(
  parts: Pick<AdminParts, "checkSource">,
  section: Kind,
  fragment: JsonObject,
  { id, before }: { id: string; before: ConfigObject | undefined },
): Promise<Edit[]> {
  const ends = (name: string) => endsSection(section, name, fragment[name]);
  const [key, second] = Object.keys(fragment).filter(name => !ends(name));
  const stored = before ? encodeSection(section, before) : {};
  const [held] = Object.keys(stored);
  if (key === undefined) {
    const isEnded = before !== undefined && held !== undefined && ends(held);
    return isEnded ? [{ op: "delete", kind: section.name, id: before.id }] : [];
  }
  if (second !== undefined) {
    throw inputError([{ path: [second], message: `give only one of ${key} and ${second}` }]);
  }
  if (held !== undefined && held !== key && !ends(held)) throw otherForm(section, held, key);
  const same = held === key ? before : undefined;
  const block = completeBlock(section, key, fragment[key], same);
  if (!block) return [];
  const record = await checkSection(parts, section, key, block);
  if (same && isDeepStrictEqual(same.record, record)) return [];
  if (same) refuseFixedChanges(fixedFields(section, same.record), record, endFirst(section, key), [key]);
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

/** The block that a fragment means, given the stored section; `undefined` when an empty one asks for nothing. */
function completeBlock(
  section: Kind,
  key: string,
  block: unknown,
  before: ConfigObject | undefined,
): JsonObject | undefined {
  if (!isJsonObject(block)) throw inputError([{ path: [key], message: "must be an object" }]);
  const stored = before && encodeSection(section, before)[key];
  if (!before || !isJsonObject(stored)) return Object.keys(block).length === 0 ? undefined : block;
  const record = section.decode?.({ [key]: block });
  const isComplete = record && checkInputs(section, record, { tolerateUnknownKeys: true }).ok;
  if (!isComplete || changesOneKey(stored, block)) return { ...stored, ...block };
  const fixed = fixedFields(section, before.record).filter(({ path }) => path.length === 1);
  return { ...Object.fromEntries(fixed.map(({ path, value }) => [path[0], value])), ...block };
}

function changesOneKey(stored: JsonObject, block: JsonObject): boolean {
  const [key, ...others] = Object.keys(block);
  return key !== undefined && others.length === 0 && !isDeepStrictEqual(block[key], stored[key]);
}

async function checkSection(
  parts: Pick<AdminParts, "checkSource">,
  section: Kind,
  key: string,
  block: JsonObject,
): Promise<JsonObject> {
  const record = section.decode?.({ [key]: block });
  if (!record) {
    const missing = Object.keys(endingBlock(section, key)).map(name => ({
      path: [name],
      message: "is required",
    }));
    throw inputError(missing, [key]);
  }
  const checked = checkInputs(section, record, { tolerateUnknownKeys: true });
  if (!checked.ok) throw inputError(checked.issues, [key]);
  return checkRecord(parts, section, checked.value);
}

function encoded(section: Kind, record: unknown, operation: "create" | "delete" = "create"): JsonObject {
  const body = section.encode ? section.encode(record, operation) : record;
  return isJsonObject(body) ? body : {};
}

/** What a block holds by which the kind deletes a section of this form, for example `{state: ""}`. */
function endingBlock(section: Kind, key: string): JsonObject {
  const bodies = Object.values(section.samples).map(({ minimal }) => encoded(section, minimal, "delete"));
  const block = bodies.find(body => key in body)?.[key];
  return isJsonObject(block) ? block : {};
}

function endsSection(section: Kind, key: string, block: unknown): boolean {
  if (!isJsonObject(block)) return block === null;
  return Object.entries(endingBlock(section, key)).every(([name, value]) => block[name] === value);
}

function endFirst(section: Kind, key: string): string {
  return `terminate it first with ${JSON.stringify({ [key]: endingBlock(section, key) })}`;
}

function otherForm(section: Kind, held: string, wanted: string): ApiError {
  return inputError([
    { path: [wanted], message: `the data source has a ${held} configuration; ${endFirst(section, held)}` },
  ]);
}
