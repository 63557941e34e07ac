import type { KindHooks } from "./objects/kind-hooks";

/** One data source of an app can be synced. */
export const syncConfigHooks: KindHooks = {
  async verify(_record, { view, id }) {
    const other = (await view.list("SyncConfig")).find(section => section.id !== id);
    if (!other) return [];
    const name = (await view.get("DataSource", other.id))?.record["name"] ?? other.id;
    return [{ path: ["state"], message: `the data source "${name}" is synced already; an app can sync one, terminate that first` }];
  },
};
