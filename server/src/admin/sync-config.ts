import type { ConfigRule } from "../config/options";

/** One data source of an app can be synced. */
export const onlyOneSynced: ConfigRule = async ({ id }, { view }) => {
  const other = (await view.list("SyncConfig")).find(section => section.id !== id);
  if (!other) return [];
  const name = (await view.get("DataSource", other.id))?.record["name"] ?? other.id;
  const message = `the data source "${name}" is synced already; an app can sync one, terminate that first`;
  return [{ path: ["state"], message }];
};
