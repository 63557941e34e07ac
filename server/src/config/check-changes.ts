import type { CheckContext } from "./check-context";
import { checkReferences } from "./check-references";
import { checkReferrers } from "./check-referrers";
import type { Issue } from "./issue";
import { ObjectView } from "./object-view";
import { codeOf } from "./plan-edits";
import type { Source } from "./source";
import { type StoredObject, uniqueTerms } from "./stored-object";
import { objectKey } from "./terms";

/**
 * Checks a change and, when it goes live, resolves the names in it: resolved objects, and others whose reference by
 * name now finds another object, are put into the change. Looks only at what changed and what that touches.
 */
export async function checkChanges(context: CheckContext): Promise<Issue[]> {
  const { changes, base } = context;
  const after = changes.over(base);
  const objects = changes.entries().flatMap(([, object]) => object ?? []);
  const [duplicates, references, referrers] = await Promise.all([
    Promise.all(objects.map(object => checkUnique(context, after, object))),
    Promise.all(objects.map(object => checkReferences(context, after, object))),
    context.live ? checkReferrers(context, after) : [],
  ]);
  for (const { resolved } of references) if (resolved) changes.put(resolved);
  const found = [...duplicates.flat(), ...references.flatMap(({ issues }) => issues), ...referrers];
  if (found.length > 0) return found;
  return (await Promise.all(objects.map(object => checkRule(context, after, object)))).flat();
}

async function checkUnique(context: CheckContext, after: Source, object: StoredObject): Promise<Issue[]> {
  const { catalog, base } = context;
  const own = objectKey(object);
  const unique = uniqueTerms(catalog, object);
  const before = (await base.lookup([own, ...unique])).find(found => objectKey(found) === own);
  const fresh = unique.filter(term => !before?.terms.includes(term));
  const other = (await after.lookup(fresh)).find(candidate => objectKey(candidate) !== own);
  if (!other) return [];
  const { errorCodes } = catalog.get(object.kind);
  const code = codeOf(errorCodes.alreadyExists, "BadRequest");
  const sameName = fresh.some(term => term.startsWith("name:") && other.terms.includes(term));
  const message = sameName
    ? `${catalog.label(other)} already exists`
    : `${catalog.label(other)} was already created with this idempotency key`;
  return [{ object, path: "", message, code, since: other.from }];
}

async function checkRule(context: CheckContext, after: Source, object: StoredObject): Promise<Issue[]> {
  const rule = context.rules?.[object.kind];
  if (!rule) return [];
  const view = new ObjectView(context.catalog, after);
  const issues = await rule(await view.present(object), { appId: context.appId, view });
  return issues.map(({ path, message }) => ({
    object,
    path: path.join("."),
    message,
    code: "InvalidParameter",
  }));
}
