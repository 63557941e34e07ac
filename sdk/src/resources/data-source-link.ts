import type { InputIssue } from "../definition/kind";

/** What a data source needs to know of the cluster or federated database that it links. */
export function linkIssues(
  type: string,
  config: { clusterName?: string | undefined; dataLakeName?: string | undefined },
): InputIssue[] {
  const needed = type === "datalake" ? "dataLakeName" : "clusterName";
  if (type === "mongodb" || config[needed]) return [];
  return [{ path: ["config", needed], message: `is required for a data source of type "${type}"` }];
}
