import type { JsonObject } from "@appstead/sdk";
import { ApiError } from "../http/api-error";
import { type KindCatalog, valueAt } from "./kind-catalog";
import { type PairReference, pairKey, pairsIn, withFields } from "./references-in";
import type { Source } from "./source";
import type { StoredObject } from "./stored-object";
import { terms } from "./terms";

interface DecideContext {
  readonly catalog: KindCatalog;
  readonly source: Source;
  /** The pair as it was before the write. */
  readonly earlier: PairReference | undefined;
}

interface Decision {
  readonly pair: PairReference;
  /** Fields of the record to set; `undefined` removes one. */
  readonly fields: JsonObject;
}

interface Intent {
  readonly record: JsonObject;
  readonly pairs: readonly PairReference[];
}

/**
 * Decides for every reference pair of a written record which of its fields is meant, and drops the other: records come
 * back with both fields, as they were read, and one of them may have been changed.
 *
 * @throws ApiError `InvalidParameter` when the two fields of a new pair point at different objects
 */
export async function decidePairs(
  catalog: KindCatalog,
  source: Source,
  object: { kind: StoredObject["kind"]; record: JsonObject },
  before: StoredObject | undefined,
): Promise<Intent> {
  const earlier = new Map(before?.pairs.map(pair => [pairKey(pair), pair]));
  let record = object.record;
  const pairs: PairReference[] = [];
  for (const pair of pairsIn(catalog.get(object.kind), record)) {
    const given = valueAt(record, [...pair.at, pair.nameKey]);
    const name = typeof given === "string" && given !== "" ? given : undefined;
    const decided = await decide(pair, name, { catalog, source, earlier: earlier.get(pairKey(pair)) });
    record = withFields(record, pair.at, decided.fields);
    pairs.push(decided.pair);
  }
  return { record, pairs };
}

async function decide(
  pair: PairReference,
  name: string | undefined,
  context: DecideContext,
): Promise<Decision> {
  const { earlier } = context;
  const byId: Decision = { pair, fields: { [pair.nameKey]: undefined } };
  const byName: Decision = {
    pair: { ...pair, given: "name", id: undefined },
    fields: { [pair.idKey]: undefined },
  };
  if (pair.id === undefined) return byName;
  const target = await nameOf(context, pair.kind, pair.id);
  const sameId = earlier?.id === pair.id;
  if (name === undefined || name === target) {
    if (!sameId || earlier.given === "id" || target === undefined) return byId;
    const fields = { [pair.idKey]: undefined, [pair.nameKey]: target };
    return { pair: { ...pair, given: "name" }, fields };
  }
  if (sameId) return byName;
  const onlyIdIsNew = earlier !== undefined && name === (await nameOf(context, earlier.kind, earlier.id));
  if (onlyIdIsNew || target === undefined) return byId;
  throw disagreement(pair, name, target);
}

async function nameOf(
  { catalog, source }: DecideContext,
  kind: StoredObject["kind"],
  id: string | undefined,
) {
  const [target] = id === undefined ? [] : await source.lookup([terms.id(kind, id)]);
  return target && catalog.nameOf(target.kind, target.record);
}

function disagreement({ at, idKey, nameKey }: PairReference, name: string, target: string): ApiError {
  const path = [...at, nameKey].join(".");
  const text = `${path}: "${name}" is not the name of the object that ${idKey} points at ("${target}"); give only one of them`;
  return new ApiError("InvalidParameter", text);
}
