import type { CheckContext } from "./check-context";
import type { Issue } from "./issue";
import { givenPath, type PairReference, withFields } from "./references-in";
import type { Source } from "./source";
import { loneReferences, type StoredObject, storedObject } from "./stored-object";
import { objectKey, terms } from "./terms";

/** An object that is deleted, or that gives up the name by which others refer to it. */
interface Departure {
  readonly before: StoredObject;
  readonly deleted: boolean;
  /** The name that is no longer its own. */
  readonly name: string | undefined;
}

/**
 * Checks that nothing outside of the change is left pointing at what it deletes or renames. A reference by name to a
 * deleted object is pointed at the object that now has the name, if there is one, by a change of the referrer.
 */
export async function checkReferrers(context: CheckContext, after: Source): Promise<Issue[]> {
  const entries = context.changes.entries();
  const found = await Promise.all(entries.map(entry => departureOf(context, ...entry)));
  const departures = found.flatMap(departure => departure ?? []);
  await after.lookup(departures.flatMap(askedFor));
  const changed = new Set(entries.map(([key]) => key));
  const issues: Issue[] = [];
  // One after the other, because a referrer may have to be moved away from several targets.
  for (const departure of departures)
    issues.push(...(await checkDeparture(context, after, departure, changed)));
  return issues;
}

async function departureOf(
  { catalog, base }: CheckContext,
  key: string,
  object: StoredObject | undefined,
): Promise<Departure | undefined> {
  const [before] = await base.lookup([key]);
  if (!before) return undefined;
  const name = catalog.nameOf(before.kind, before.record);
  const kept = object && catalog.nameOf(object.kind, object.record) === name;
  return kept ? undefined : { before, deleted: !object, name };
}

function askedFor({ before, name }: Departure): string[] {
  const byId = terms.refersTo(before.kind, before.id);
  if (name === undefined) return [byId];
  return [byId, terms.refersToName(before.kind, name), terms.name(before.kind, [name])];
}

async function checkDeparture(
  context: CheckContext,
  after: Source,
  departure: Departure,
  changed: ReadonlySet<string>,
): Promise<Issue[]> {
  const { before, name, deleted } = departure;
  const { catalog, changes } = context;
  const [byId, byName, named] = askedFor(departure);
  const [successor] = named === undefined ? [] : await after.lookup([named]);
  const users: string[] = [];
  for (const referrer of await after.lookup([byId, byName].flatMap(term => term ?? []))) {
    // Objects of the change itself are checked with their own references.
    if (changed.has(objectKey(referrer))) continue;
    const paths = danglingPaths(context, departure, successor, referrer);
    if (paths.length > 0) users.push(`${catalog.label(referrer)} (${paths.join(", ")})`);
    else if (deleted && successor) changes.put(pointedAt(context, referrer, before, successor, name));
  }
  if (users.length === 0) return [];
  const done = deleted ? "cannot be deleted" : `cannot give up the name "${name}"`;
  const message = `${catalog.label(before)} ${done}: it is used by ${users.join(", ")}; change or delete them too`;
  return [{ object: before, path: "", message, code: "InvalidParameter" }];
}

function danglingPaths(
  { catalog }: CheckContext,
  { before, deleted, name }: Departure,
  successor: StoredObject | undefined,
  referrer: StoredObject,
): string[] {
  const pairs = referrer.pairs
    .filter(pair => deleted && pointsAt(pair, before) && (pair.given === "id" || !successor))
    .map(givenPath);
  const lone = loneReferences(catalog, referrer)
    .filter(({ kind }) => kind === before.kind)
    .filter(({ by, value }) => (by === "id" ? deleted && value === before.id : value === name && !successor))
    .map(({ path }) => path);
  return [...new Set([...pairs, ...lone])];
}

function pointedAt(
  { catalog }: CheckContext,
  referrer: StoredObject,
  before: StoredObject,
  successor: StoredObject,
  name: string | undefined,
): StoredObject {
  const moved = referrer.pairs.filter(pair => pointsAt(pair, before));
  const record = moved.reduce(
    (data, { at, nameKey }) => withFields(data, at, { [nameKey]: name }),
    referrer.record,
  );
  const pairs = referrer.pairs.map(pair => (pointsAt(pair, before) ? { ...pair, id: successor.id } : pair));
  return storedObject(catalog, { ...referrer, record, pairs });
}

function pointsAt(pair: PairReference, target: StoredObject): boolean {
  return pair.kind === target.kind && pair.id === target.id;
}
