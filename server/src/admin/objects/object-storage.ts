import type { KindName } from "@appstead/sdk";
import type { ConfigObject, ConfigStore, Edit, Scope } from "../../config/config-store";

/** Where the objects of a kind are kept. */
export interface ObjectStorage {
  list(scope: Scope, parentId?: string): Promise<ConfigObject[]>;
  get(scope: Scope, id: string): Promise<ConfigObject | undefined>;
  /** The object that a create with this key made. */
  findByIdempotencyKey(scope: Scope, key: string): Promise<ConfigObject | undefined>;
  /** Writes an object together with edits of others; gives what is stored now. */
  put(
    scope: Scope,
    object: ConfigObject,
    companions: readonly Edit[],
    before: ConfigObject | undefined,
  ): Promise<ConfigObject>;
  /** Deletes an object and everything that lives under it. */
  delete(scope: Scope, id: string): Promise<void>;
}

/** Objects that are versioned configuration: drafts, deployments and redeployment apply to them. */
export function configStorage(config: ConfigStore, kind: KindName): ObjectStorage {
  return {
    list: async (scope, parentId) => (await config.view(scope)).list(kind, parentId),
    get: async (scope, id) => (await config.view(scope)).get(kind, id),
    findByIdempotencyKey: async (scope, key) => (await config.view(scope)).findByIdempotencyKey(kind, key),
    async put(scope, object, companions, before) {
      await config.apply(scope, [
        { op: "put", object, expects: before ? "present" : "absent" },
        ...companions,
      ]);
      // Read again: the store completes references with the id or the name that was not given.
      return (await (await config.view(scope)).get(kind, object.id)) ?? object;
    },
    delete: (scope, id) => config.apply(scope, [{ op: "delete", kind, id }]),
  };
}
