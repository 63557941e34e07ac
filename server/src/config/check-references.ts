import type { KindName } from "@appstead/sdk";
import type { CheckContext } from "./check-context";
import type { Issue } from "./issue";
import { givenName, givenPath, type PairReference } from "./references-in";
import type { Source } from "./source";
import { loneReferences, type StoredObject, storedObject } from "./stored-object";
import { terms } from "./terms";

interface Outcome {
  readonly issues: readonly Issue[];
  /** The object with the ids of everything that it refers to by name. */
  readonly resolved?: StoredObject;
}

/** Checks that everything an object refers to is there; names only when the change goes live. */
export async function checkReferences(
  context: CheckContext,
  after: Source,
  object: StoredObject,
): Promise<Outcome> {
  const parent = await checkParent(context, after, object);
  const lone = await checkLone(context, after, object);
  const pairs = await Promise.all(object.pairs.map(pair => resolvePair(context, after, object, pair)));
  const issues = [...parent, ...lone, ...pairs.flatMap(({ issue }) => issue ?? [])];
  if (issues.length > 0 || pairs.every(({ pair }, index) => pair.id === object.pairs[index]?.id))
    return { issues };
  return {
    issues,
    resolved: storedObject(context.catalog, { ...object, pairs: pairs.map(({ pair }) => pair) }),
  };
}

async function checkParent(context: CheckContext, after: Source, object: StoredObject): Promise<Issue[]> {
  const parent = context.catalog.parentOf(object.kind);
  if (!parent || object.parentId === undefined) return [];
  const [found] = await after.lookup([terms.id(parent.name, object.parentId)]);
  return found ? [] : [missing(context, object, "", parent.name, object.parentId)];
}

async function checkLone(context: CheckContext, after: Source, object: StoredObject): Promise<Issue[]> {
  const due = loneReferences(context.catalog, object).filter(({ by }) => by === "id" || context.live);
  const missed = await Promise.all(
    due.map(async ({ kind, by, value, path }) =>
      (await exists(context, after, kind, by, value)) ? [] : [missing(context, object, path, kind, value)],
    ),
  );
  return missed.flat();
}

async function resolvePair(context: CheckContext, after: Source, object: StoredObject, pair: PairReference) {
  if (!context.catalog.holds(pair.kind)) return { pair };
  if (pair.id !== undefined) {
    const [target] = await after.lookup([terms.id(pair.kind, pair.id)]);
    if (target) return { pair };
    if (pair.given === "id")
      return { pair, issue: missing(context, object, givenPath(pair), pair.kind, pair.id) };
  }
  if (!context.live) return { pair };
  const name = givenName(pair, object.record);
  const [found] = await after.lookup([terms.name(pair.kind, [name])]);
  if (found) return { pair: { ...pair, id: found.id } };
  return { pair, issue: missing(context, object, givenPath(pair), pair.kind, name) };
}

async function exists(
  { catalog, elsewhere, appId }: CheckContext,
  after: Source,
  kind: KindName,
  by: "id" | "name",
  value: string,
): Promise<boolean> {
  const check = elsewhere?.[kind];
  if (check) return check(appId, by, value);
  if (!catalog.holds(kind)) return true;
  const found = await after.lookup([by === "id" ? terms.id(kind, value) : terms.name(kind, [value])]);
  return found.length > 0;
}

function missing(
  { catalog }: CheckContext,
  object: StoredObject,
  path: string,
  kind: KindName,
  value: string,
): Issue {
  return {
    object,
    path,
    message: `${catalog.get(kind).title} not found: '${value}'`,
    code: "InvalidParameter",
  };
}
