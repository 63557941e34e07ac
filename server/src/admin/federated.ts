import { isJsonObject } from "@appstead/sdk";
import type { ConfigRule } from "../config/options";

type Context = Parameters<ConfigRule>[1];

/** Documents of a federated database are not written, watched or synced through the service. */
export async function refuseOnFederated(
  { view }: Context,
  serviceId: unknown,
  path: readonly string[],
  what: string,
): ReturnType<ConfigRule> {
  const source = typeof serviceId === "string" ? await view.get("DataSource", serviceId) : undefined;
  if (source?.record["type"] !== "datalake") return [];
  return [{ path, message: `the data source "${source.record["name"]}" is a federated database, ${what}` }];
}

/** Collections of a federated database have no rules of their own. */
export const noRuleOnFederated: ConfigRule = ({ parentId }, context) =>
  refuseOnFederated(context, parentId, [], "which takes no rules of collections; use its default rule");

/** A federated database has no change events. */
export const noTriggerOnFederated: ConfigRule = async ({ record: { config } }, context) => {
  if (!isJsonObject(config)) return [];
  return refuseOnFederated(
    context,
    config["service_id"],
    ["config", "service_id"],
    "which cannot be watched",
  );
};
