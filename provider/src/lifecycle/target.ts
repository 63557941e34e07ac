import type { Endpoint, JsonObject, Kind, Parents } from "@appstead/sdk";
import { isJsonObject } from "@appstead/sdk/definition/walk";
import { ApiError } from "@appstead/sdk/errors/api-error";
import { ProviderError } from "../errors";
import type { Writes } from "./writes";

/** Where the objects of a kind are. */
export interface Target {
  readonly kind: Kind;
  readonly endpoint: Endpoint;
  readonly parents: Parents;
  /** Keeps track of what may have been changed. */
  readonly writes: Writes;
}

/** What an object should be. */
export interface Desired {
  /** Settings in the wire's names. */
  readonly wire: JsonObject;
  /** Take over an object that is there already. */
  readonly adopt: boolean;
  /** Id of an existing object that is to be taken over as it is. */
  readonly existingId?: string | undefined;
  /** Unique name of the resource, by which a lost answer to its creation is found again. */
  readonly identity: string | undefined;
}

/** Name of an object for messages: its natural key, or nothing for kinds without one. */
export function describeObject(kind: Kind, wire: JsonObject): string {
  const key = naturalKeyOf(kind, wire).filter(part => typeof part === "string");
  return key.length > 0 ? `${kind.title} "${key.join(".")}"` : kind.title;
}

/** Values that identify an object among its siblings. */
export function naturalKeyOf(kind: Kind, wire: JsonObject): unknown[] {
  return kind.naturalKey.map(path =>
    path.split(".").reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), wire),
  );
}

/** Whether a write was refused because another object has the natural key. */
export function isAlreadyThere(kind: Kind, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === kind.errorCodes.alreadyExists || (error.status === 409 && error.code === undefined);
}

/** A record of the service. */
export type StoredRecord = JsonObject & { readonly _id: string };

/** A record as an object with an id. */
export function asRecord(kind: Kind, record: unknown): StoredRecord {
  if (isJsonObject(record) && typeof record["_id"] === "string") return { ...record, _id: record["_id"] };
  throw new ProviderError(`unexpected answer: a ${kind.title} without an id`);
}
