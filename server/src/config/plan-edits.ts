import { isJsonObject, type JsonObject } from "@appstead/sdk";
import { ApiError } from "../http/api-error";
import { type ErrorCode, errorTable } from "../http/error-table";
import type { ConfigObject, Edit } from "./config-store";
import type { KindCatalog } from "./kind-catalog";
import { Overlay } from "./overlay";
import { decidePairs } from "./pair-intent";
import type { Source } from "./source";
import { type StoredObject, storedObject, uniqueTerms } from "./stored-object";
import { objectKey, terms } from "./terms";

/** Largest object with the words that it is found by; a document of the database holds 16 MiB. */
const maxObjectMiB = 15;

interface PlanContext {
  readonly catalog: KindCatalog;
  /** What the edits are applied to. */
  readonly source: Source;
  /** Gives the place in the order of creation to a new object. */
  readonly nextOrder: () => number;
}

/**
 * Works out what edits change. Deleting an object also deletes what lives under it.
 *
 * @throws ApiError the kind's `notFound` code for an object that is not there, `alreadyExists` for one that must not be
 */
export async function planEdits(context: PlanContext, edits: readonly Edit[]): Promise<Overlay> {
  const changes = new Overlay();
  const current = changes.over(context.source);
  // What is looked for below and when the change is checked, in one question; the source remembers the answers.
  await context.source.lookup(edits.flatMap(edit => termsFor(context.catalog, edit)));
  for (const edit of edits) {
    if (edit.op === "put") changes.put(await planPut({ ...context, source: current }, edit));
    else if (!changes.has(objectKey(edit))) await planDelete(context.catalog, current, changes, edit);
  }
  return changes;
}

function termsFor(catalog: KindCatalog, edit: Edit): string[] {
  if (edit.op === "delete") return [objectKey(edit)];
  return [objectKey(edit.object), ...uniqueTerms(catalog, edit.object)];
}

async function planPut(context: PlanContext, edit: Edit & { op: "put" }): Promise<StoredObject> {
  const { catalog, source } = context;
  const { object, expects } = edit;
  const [before] = await source.lookup([objectKey(object)]);
  if (expects === "present" && !before) throw notFound(catalog, object);
  if (expects === "absent" && before) throw alreadyExists(catalog, object);
  const { parentId, kind, id, lastModified } = object;
  const decided = await decidePairs(catalog, source, { kind, record: plainJson(object.record) }, before);
  const idempotencyKey = object.idempotencyKey ?? before?.idempotencyKey;
  const order = before?.order ?? context.nextOrder();
  return fitting(
    catalog,
    storedObject(catalog, { kind, id, parentId, lastModified, idempotencyKey, order, ...decided }),
  );
}

/** Refuses what the database could not keep, before it spoils the batch that it would be written with. */
function fitting(catalog: KindCatalog, object: StoredObject): StoredObject {
  const bytes = Buffer.byteLength(JSON.stringify([object.record, object.terms, object.pairs]));
  if (bytes <= maxObjectMiB * 1024 ** 2) return object;
  const size = `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  throw new ApiError(
    "RequestTooLarge",
    `${catalog.label(object)} is too large: ${size}, with what it refers to; at most ${maxObjectMiB} MiB are kept`,
  );
}

async function planDelete(
  catalog: KindCatalog,
  current: Source,
  changes: Overlay,
  target: { kind: ConfigObject["kind"]; id: string },
): Promise<void> {
  const [before] = await current.lookup([objectKey(target)]);
  if (!before) throw notFound(catalog, target);
  await deleteWithChildren(catalog, current, changes, before);
}

/** Deletes an object and, all the way down, what lives under it. */
export async function deleteWithChildren(
  catalog: KindCatalog,
  current: Source,
  changes: Overlay,
  object: Pick<StoredObject, "kind" | "id">,
): Promise<void> {
  changes.delete(objectKey(object));
  const below = await current.lookup([terms.child(object.id)]);
  for (const child of below.filter(({ kind }) => catalog.parentOf(kind)?.name === object.kind)) {
    await deleteWithChildren(catalog, current, changes, child);
  }
}

function plainJson(record: JsonObject): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(record));
  return isJsonObject(copy) ? copy : {};
}

function notFound(catalog: KindCatalog, { kind, id }: { kind: ConfigObject["kind"]; id: string }): ApiError {
  const { title, errorCodes } = catalog.get(kind);
  return new ApiError(codeOf(errorCodes.notFound, "BadRequest"), `${title} not found: '${id}'`, {
    status: 404,
  });
}

function alreadyExists(catalog: KindCatalog, object: ConfigObject): ApiError {
  const code = codeOf(catalog.get(object.kind).errorCodes.alreadyExists, "BadRequest");
  return new ApiError(code, `${catalog.label(object)} already exists`);
}

/** A code of a definition, if it is one of the service's table. */
export function codeOf(code: string | undefined, otherwise: ErrorCode): ErrorCode {
  return Object.keys(errorTable).find((known): known is ErrorCode => known === code) ?? otherwise;
}
