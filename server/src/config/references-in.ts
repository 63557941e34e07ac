import {
  isJsonObject,
  type JsonObject,
  type Kind,
  type KindName,
  referencesOf,
  walkData,
} from "@appstead/sdk";
import { valueAt } from "./kind-catalog";

type Path = readonly (string | number)[];

/** A pair of sibling fields (`function_id`, `function_name`) of which one was given. */
export interface PairReference {
  readonly kind: KindName;
  /** Path of the object that holds the two fields. */
  readonly at: Path;
  readonly idKey: string;
  readonly nameKey: string;
  /** Which of the two was written; only that one is in the stored record. */
  readonly given: "id" | "name";
  /** Id of the target; absent for a name that is not resolved yet. */
  readonly id?: string;
}

/** A reference that stands alone: a field without sibling, or a name inside an expression. */
export interface LoneReference {
  readonly kind: KindName;
  readonly by: "id" | "name";
  readonly value: string;
  readonly path: string;
}

/** Every pair of a record of which at least one field is set; `given` is the id where both are. */
export function pairsIn(kind: Kind, record: JsonObject): PairReference[] {
  const found = new Map<string, PairReference>();
  walkData(kind.inputs, record, ({ path, value, traits, parent }) => {
    const ref = traits?.ref;
    const key = path.at(-1);
    if (!ref?.sibling || typeof key !== "string" || typeof value !== "string" || value === "") return;
    if (!isJsonObject(parent)) return;
    const [idKey, nameKey] = ref.by === "id" ? [key, ref.sibling] : [ref.sibling, key];
    const at = path.slice(0, -1);
    const id = parent[idKey];
    const given =
      typeof id === "string" && id !== "" ? { given: "id" as const, id } : { given: "name" as const };
    found.set(pairKey({ at, idKey }), { kind: ref.kind, at, idKey, nameKey, ...given });
  });
  return [...found.values()];
}

/** References of a record that are not part of a pair. */
export function loneReferencesIn(
  kind: Kind,
  record: JsonObject,
  pairs: readonly PairReference[],
): LoneReference[] {
  const inPairs = new Set(
    pairs.flatMap(pair => [pathText(pair.at, pair.idKey), pathText(pair.at, pair.nameKey)]),
  );
  return referencesOf(kind, record).filter(reference => !inPairs.has(reference.path));
}

/** Where a pair stands in its record, to compare two versions of it. */
export function pairKey(pair: Pick<PairReference, "at" | "idKey">): string {
  return pathText(pair.at, pair.idKey);
}

/** Path of the field that was written, for messages. */
export function givenPath(pair: PairReference): string {
  return pathText(pair.at, pair.given === "id" ? pair.idKey : pair.nameKey);
}

/** The name that was written. */
export function givenName(pair: PairReference, record: JsonObject): string {
  return String(valueAt(record, [...pair.at, pair.nameKey]));
}

function pathText(at: Path, key: string): string {
  return [...at, key].join(".");
}

/** Copy of a record with other values in the object that holds a pair; `undefined` removes a field. */
export function withFields(record: JsonObject, at: Path, fields: JsonObject): JsonObject {
  const changed = patch(record, at, fields);
  return isJsonObject(changed) ? changed : record;
}

function patch(data: unknown, at: Path, fields: JsonObject): unknown {
  const [step, ...rest] = at;
  if (step === undefined) {
    if (!isJsonObject(data)) return data;
    return Object.fromEntries(
      Object.entries({ ...data, ...fields }).filter(([, value]) => value !== undefined),
    );
  }
  if (Array.isArray(data))
    return data.map((item, index) => (index === Number(step) ? patch(item, rest, fields) : item));
  return isJsonObject(data) ? { ...data, [step]: patch(data[step], rest, fields) } : data;
}
