import type { KindName } from "@appstead/sdk";
import type { ConfigObject, Edit } from "../../config/config-store";
import type { Place } from "./place";

/** A write of one object. */
interface Write {
  readonly object: ConfigObject;
  /** The object before; absent for a new one. */
  readonly before?: ConfigObject;
  /** Edits of other objects that belong to the same write. */
  readonly companions: readonly Edit[];
}

/** Where the objects of a kind are kept. */
export interface ObjectStorage {
  list(place: Place): Promise<ConfigObject[]>;
  get(place: Place, id: string): Promise<ConfigObject | undefined>;
  /** The object that a create with this key made. */
  findByIdempotencyKey(place: Place, key: string): Promise<ConfigObject | undefined>;
  /** Gives what is stored afterwards. */
  put(place: Place, write: Write): Promise<ConfigObject>;
  /** Deletes an object and everything that lives under it. */
  delete(place: Place, id: string): Promise<void>;
}

/** Objects that are versioned configuration: drafts, deployments and redeployment apply to them. */
export function configStorage(kind: KindName): ObjectStorage {
  return {
    list: async place => (await place.view()).list(kind, place.parentId),
    get: async (place, id) => (await place.view()).get(kind, id),
    findByIdempotencyKey: async (place, key) => (await place.view()).findByIdempotencyKey(kind, key),
    async put(place, { object, before, companions }) {
      const expects = before ? "present" : "absent";
      const view = await place.apply([{ op: "put", object, expects }, ...companions]);
      // Read again: the store completes references with the id or the name that was not given.
      return (await view.get(kind, object.id)) ?? object;
    },
    async delete(place, id) {
      await place.apply([{ op: "delete", kind, id }]);
    },
  };
}
