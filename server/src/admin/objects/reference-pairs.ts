import { isJsonObject, type JsonObject, type Kind, kindNamed, type RefTrait, type Visit, walkData } from "@appstead/sdk";
import type { ConfigObject, ConfigView } from "../../config/config-store";
import { ApiError } from "../../http/api-error";

/** A sibling pair `x_id` and `x_name` in a record. */
interface Pair {
  readonly holder: JsonObject;
  readonly idKey: string;
  readonly nameKey: string;
  readonly kind: RefTrait["kind"];
  readonly path: readonly (string | number)[];
}

/**
 * Gives every reference its other half, so that clients read ids and names whichever was written.
 * A reference to something that is not there stays as it is.
 */
export async function completePairs(kind: Kind, record: JsonObject, view: ConfigView): Promise<JsonObject> {
  const copy = structuredClone(record);
  for (const { holder, idKey, nameKey, kind: target } of pairsIn(kind, copy)) {
    if (holder[nameKey] === undefined) {
      const name = nameOf(await view.get(target, String(holder[idKey])));
      if (name !== undefined) holder[nameKey] = name;
    } else if (holder[idKey] === undefined) {
      const found = await view.find(target, [holder[nameKey]]);
      if (found) holder[idKey] = found.id;
    }
  }
  return copy;
}

/**
 * Takes records that come back as they were read: of a pair given in full, the half that was written before is kept
 * (the id, when there was none).
 *
 * @throws ApiError `InvalidParameter` when the two halves mean different objects
 */
export async function reducePairs(
  kind: Kind,
  record: JsonObject,
  view: ConfigView,
  before: JsonObject | undefined,
): Promise<JsonObject> {
  const copy = structuredClone(record);
  for (const pair of pairsIn(kind, copy)) {
    const { holder, idKey, nameKey } = pair;
    if (holder[idKey] === undefined || holder[nameKey] === undefined) continue;
    const name = nameOf(await view.get(pair.kind, String(holder[idKey])));
    if (name !== undefined && name !== holder[nameKey]) throw disagreement(pair, name);
    const written = valueAt(before, pair.path);
    const byName = isJsonObject(written) && written[nameKey] !== undefined && written[idKey] === undefined;
    delete holder[byName ? idKey : nameKey];
  }
  return copy;
}

function disagreement({ holder, idKey, nameKey, path }: Pair, name: string): ApiError {
  const field = [...path, nameKey].join(".");
  const text = `${field}: "${holder[nameKey]}" is not the name of the object that ${idKey} points at ("${name}"); give only one of them`;
  return new ApiError("InvalidParameter", text);
}

function pairsIn(kind: Kind, record: JsonObject): Pair[] {
  const found = new Map<string, Pair>();
  walkData(kind.inputs, record, (visit: Visit) => {
    const ref = visit.traits?.ref;
    const key = visit.path.at(-1);
    if (!ref?.sibling || !isJsonObject(visit.parent) || typeof key !== "string") return;
    const [idKey, nameKey] = ref.by === "id" ? [key, ref.sibling] : [ref.sibling, key];
    const path = visit.path.slice(0, -1);
    found.set([...path, idKey].join("\0"), { holder: visit.parent, idKey, nameKey, kind: ref.kind, path });
  });
  return [...found.values()];
}

function nameOf(object: ConfigObject | undefined): string | undefined {
  const key = object && kindNamed(object.kind)?.naturalKey[0];
  const name = key === undefined ? undefined : object?.record[key];
  return typeof name === "string" ? name : undefined;
}

function valueAt(data: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isJsonObject(value) ? value[String(key)] : undefined;
  }, data);
}
