import type { ConfigRule } from "../config/options";
import { refuseOnFederated } from "./federated";

/** One data source of an app can be synced, and only a cluster. */
export const onlyOneSynced: ConfigRule = async ({ id }, context) => {
  const { view } = context;
  const federated = await refuseOnFederated(context, id, [], "which cannot be synced");
  if (federated.length > 0) return federated;
  const other = (await view.list("SyncConfig")).find(section => section.id !== id);
  if (!other) return [];
  const name = (await view.get("DataSource", other.id))?.record["name"] ?? other.id;
  const message = `the data source "${name}" is synced already; an app can sync one, terminate that first`;
  return [{ path: ["state"], message }];
};
