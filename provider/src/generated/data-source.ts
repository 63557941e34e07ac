// Generated from the definition of the kind by `npm run generate`; do not edit.
import { dataSourceKind } from "@appstead/sdk/kinds/data-source";
import * as pulumi from "@pulumi/pulumi";
import { warnOfDeprecated } from "../deprecations";
import { registration, shortenStacks } from "../registration";
import type { JsonObject } from "./json";

/** Arguments of a data source. */
export interface DataSourceArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Name, unique in the app; schemas, triggers and functions use it. Source: specification 1 §4.1. */
  name: pulumi.Input<string>;
  /** `mongodb-atlas` and `mongodb` link a cluster, `datalake` a federated database. Allowed: `"mongodb-atlas"`, `"mongodb"`, `"datalake"`. A change replaces the resource. Source: specification 1 §2.1. */
  type: pulumi.Input<"mongodb-atlas" | "mongodb" | "datalake">;
  /** Settings of the link; further keys are kept as they are. `sync` and `flexible_sync` belong to SyncConfig. Source: specification 1 §2.11. */
  config: pulumi.Input<DataSourceConfigArgs>;
  /** Names of the secrets that hold confidential settings, by setting. Source: specification 1 §4.1. */
  secretConfig?: pulumi.Input<{ [key: string]: pulumi.Input<string> }>;
  /** Version of the format of `config`. Source: specification 1 §4.1. */
  version?: pulumi.Input<number>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Settings of the link; further keys are kept as they are. `sync` and `flexible_sync` belong to SyncConfig. */
export interface DataSourceConfigArgs {
  /** Name of the cluster; needed for `mongodb-atlas`. Source: specification 1 §2.11. */
  clusterName?: pulumi.Input<string>;
  /** Name of the federated database; needed for `datalake`. Source: specification 1 §2.11. */
  dataLakeName?: pulumi.Input<string>;
  /** Members of the cluster that reads go to. Default: `"primary"`. Allowed: `"primary"`, `"primaryPreferred"`, `"secondary"`, `"secondaryPreferred"`, `"nearest"`. Source: specification 1 §2.11. */
  readPreference?: pulumi.Input<"primary" | "primaryPreferred" | "secondary" | "secondaryPreferred" | "nearest">;
  /** Tag sets that a member must match to be read from, in order of preference. Source: specification 1 §2.11. */
  readPreferenceTagSets?: pulumi.Input<JsonObject[]>;
  /** Whether clients may connect with MongoDB drivers. Default: `false`. Source: specification 1 §2.11. */
  wireProtocolEnabled?: pulumi.Input<boolean>;
  /** Further keys are kept as they are. */
  [key: string]: unknown;
}

/** Settings of the link; further keys are kept as they are. `sync` and `flexible_sync` belong to SyncConfig. */
export interface DataSourceConfig {
  /** Name of the cluster; needed for `mongodb-atlas`. Source: specification 1 §2.11. */
  clusterName?: string;
  /** Name of the federated database; needed for `datalake`. Source: specification 1 §2.11. */
  dataLakeName?: string;
  /** Members of the cluster that reads go to. Default: `"primary"`. Allowed: `"primary"`, `"primaryPreferred"`, `"secondary"`, `"secondaryPreferred"`, `"nearest"`. Source: specification 1 §2.11. */
  readPreference?: "primary" | "primaryPreferred" | "secondary" | "secondaryPreferred" | "nearest";
  /** Tag sets that a member must match to be read from, in order of preference. Source: specification 1 §2.11. */
  readPreferenceTagSets?: JsonObject[];
  /** Whether clients may connect with MongoDB drivers. Default: `false`. Source: specification 1 §2.11. */
  wireProtocolEnabled?: boolean;
  /** Further keys are kept as they are. */
  [key: string]: unknown;
}

/**
 * A linked cluster or federated database that rules, schemas, triggers and sync settings hang on.
 * Source: specification 1 §2.11, §4.1.
 */
export class DataSource extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:DataSource";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Name, unique in the app; schemas, triggers and functions use it. Source: specification 1 §4.1. */
  declare public readonly name: pulumi.Output<string>;
  /** Type of the data source. */
  declare public readonly type: pulumi.Output<string>;
  /** Settings of the link; further keys are kept as they are. `sync` and `flexible_sync` belong to SyncConfig. Source: specification 1 §2.11. */
  declare public readonly config: pulumi.Output<DataSourceConfig>;
  /** Names of the secrets that hold confidential settings, by setting. Source: specification 1 §4.1. */
  declare public readonly secretConfig: pulumi.Output<{ [key: string]: string } | undefined>;
  /** Version of the format of `config`. Source: specification 1 §4.1. */
  declare public readonly version: pulumi.Output<number | undefined>;
  /** Time of the last change. Unit: seconds since the epoch. */
  declare public readonly lastModified: pulumi.Output<number | undefined>;

  /**
   * Declares a data source.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: DataSourceArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(dataSourceKind, name, args, opts));
    } finally {
      restoreStacks();
    }
    if (opts?.id === undefined) warnOfDeprecated(dataSourceKind, args, this);
  }
}
