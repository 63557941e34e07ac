import type { Samples } from "../definition/kind";

interface DataSourceSample {
  name: string;
  type: "mongodb-atlas" | "mongodb" | "datalake";
  config: Record<string, unknown>;
  secret_config?: Record<string, string>;
  version?: number;
}

const full: DataSourceSample = {
  name: "warehouse",
  type: "mongodb-atlas",
  config: {
    clusterName: "Cluster2",
    readPreference: "primary",
    readPreferenceTagSets: [{ region: "east" }],
    wireProtocolEnabled: false,
  },
  secret_config: { uri: "clusterUri" },
  version: 1,
};

/** Samples of data sources. */
export const dataSourceSamples: Samples<DataSourceSample> = {
  minimal: { name: "warehouse", type: "mongodb-atlas", config: { clusterName: "Cluster2" } },
  full,
  update: {
    name: "warehouseCopy",
    type: "mongodb-atlas",
    config: {
      clusterName: "Cluster3",
      readPreference: "nearest",
      readPreferenceTagSets: [{ region: "west" }, {}],
      wireProtocolEnabled: true,
    },
    secret_config: { uri: "clusterUriNext" },
    version: 2,
  },
  replace: { ...full, type: "mongodb" },
  steps: {
    "config.dataLakeName": { name: "lake", type: "datalake", config: { dataLakeName: "Lake0" } },
  },
};
