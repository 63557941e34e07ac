// Generated from the definition of the kind by `npm run generate`; do not edit.
import { syncConfigKind } from "@appstead/sdk/kinds/sync-config";
import * as pulumi from "@pulumi/pulumi";
import { warnOfDeprecated } from "../deprecations";
import { registration, shortenStacks } from "../registration";
import type { JsonObject } from "./json";

/** Arguments of a sync configuration; `type` decides which. */
export type SyncConfigArgs =
  | SyncConfigPartitionArgs
  | SyncConfigFlexibleArgs;

/** Arguments of a sync configuration of type `partition`. */
export interface SyncConfigPartitionArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Id of the data source that the object belongs to. A change replaces the resource. */
  serviceId: pulumi.Input<string>;
  /** `partition`: deprecated partition-based sync. A change replaces the resource. Source: specification 2 §2.2. */
  type: "partition";
  /** Whether sync runs or is paused. Allowed: `"enabled"`, `"disabled"`. Source: specification 2 §2.2. */
  state: pulumi.Input<"enabled" | "disabled">;
  /** Whether clients may extend the schemas. Default: `false`. Source: specification 2 §2.2. */
  developmentModeEnabled?: pulumi.Input<boolean>;
  /** Database that development mode uses. Source: specification 2 §2.2. */
  databaseName?: pulumi.Input<string>;
  /** How documents are partitioned; a change needs sync to be terminated. A change replaces the resource. Source: specification 2 §2.2. */
  partition: pulumi.Input<SyncConfigPartitionPartitionArgs>;
  /** Days after which an offline client must reset. Unit: days. Default: `30`. Source: specification 2 §2.2. */
  clientMaxOfflineDays?: pulumi.Input<number>;
  /** Whether clients discard unsynced changes at a reset. Default: `false`. Source: specification 2 §2.2. */
  isRecoveryModeDisabled?: pulumi.Input<boolean>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Arguments of a sync configuration of type `flexible`. */
export interface SyncConfigFlexibleArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Id of the data source that the object belongs to. A change replaces the resource. */
  serviceId: pulumi.Input<string>;
  /** `flexible`: clients subscribe to queries. A change replaces the resource. Source: specification 1 §2.11. */
  type: "flexible";
  /** Whether sync runs or is paused. Allowed: `"enabled"`, `"disabled"`. Source: specification 2 §2.2. */
  state: pulumi.Input<"enabled" | "disabled">;
  /** Database whose collections are synced. A change replaces the resource. Source: specification 1 §2.11. */
  databaseName?: pulumi.Input<string>;
  /** Fields that clients may query in every collection. Source: specification 1 §2.11. */
  queryableFieldsNames?: pulumi.Input<pulumi.Input<string>[]>;
  /** Queryable field that is indexed; also listed in `queryableFieldsNames`. Source: specification 1 §2.11. */
  indexedQueryableFieldsNames?: pulumi.Input<pulumi.Input<string>[]>;
  /** Fields that clients may query, by collection. Source: specification 1 §2.11. */
  collectionQueryableFieldsNames?: pulumi.Input<{ [key: string]: pulumi.Input<pulumi.Input<string>[] | { [key: string]: pulumi.Input<string> }> }>;
  /**
   * Old form of permissions; use rules instead. Source: specification 1 §2.11.
   * @deprecated use Rule and DefaultRule
   */
  permissions?: pulumi.Input<JsonObject>;
  /** Days after which an offline client must reset. Unit: days. Default: `30`. Source: specification 1 §2.11. */
  clientMaxOfflineDays?: pulumi.Input<number>;
  /** Whether clients discard unsynced changes at a reset. Default: `false`. Source: specification 1 §2.11. */
  isRecoveryModeDisabled?: pulumi.Input<boolean>;
  /** Collections that clients only write to. Source: specification 1 §2.11. */
  asymmetricTables?: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** How documents are partitioned; a change needs sync to be terminated. */
export interface SyncConfigPartitionPartitionArgs {
  /** Field that partitions documents; must not change while sync is enabled. A change replaces the resource. Source: specification 2 §2.2. */
  key: pulumi.Input<string>;
  /** Type of the key. Allowed: `"string"`, `"objectId"`, `"long"`, `"uuid"`. A change replaces the resource. Source: specification 2 §2.2. */
  type: pulumi.Input<"string" | "objectId" | "long" | "uuid">;
  /** Whether documents without the key are ignored. Default: `false`. A change replaces the resource. */
  required?: pulumi.Input<boolean>;
  /** Evaluated every time a user opens a partition. A change replaces the resource. Source: specification 2 §2.2. */
  permissions: pulumi.Input<SyncConfigPartitionPartitionPermissionsArgs>;
}

/** Evaluated every time a user opens a partition. */
export interface SyncConfigPartitionPartitionPermissionsArgs {
  /** Who may read a partition. A change replaces the resource. Source: specification 2 §2.2. */
  read: pulumi.Input<boolean | JsonObject>;
  /** Who may write a partition; implies read. A change replaces the resource. Source: specification 2 §2.2. */
  write: pulumi.Input<boolean | JsonObject>;
}

/** How documents are partitioned; a change needs sync to be terminated. */
export interface SyncConfigPartitionPartition {
  /** Field that partitions documents; must not change while sync is enabled. A change replaces the resource. Source: specification 2 §2.2. */
  key: string;
  /** Type of the key. Allowed: `"string"`, `"objectId"`, `"long"`, `"uuid"`. A change replaces the resource. Source: specification 2 §2.2. */
  type: "string" | "objectId" | "long" | "uuid";
  /** Whether documents without the key are ignored. Default: `false`. A change replaces the resource. */
  required?: boolean;
  /** Evaluated every time a user opens a partition. A change replaces the resource. Source: specification 2 §2.2. */
  permissions: SyncConfigPartitionPartitionPermissions;
}

/** Evaluated every time a user opens a partition. */
export interface SyncConfigPartitionPartitionPermissions {
  /** Who may read a partition. A change replaces the resource. Source: specification 2 §2.2. */
  read: boolean | JsonObject;
  /** Who may write a partition; implies read. A change replaces the resource. Source: specification 2 §2.2. */
  write: boolean | JsonObject;
}

/**
 * Sync settings of a data source; one data source per app can be synced. Deleting it terminates sync.
 * Source: specification 2 §2.2, 1 §2.11.
 */
export class SyncConfig extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:SyncConfig";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Id of the data source that the object belongs to. */
  declare public readonly serviceId: pulumi.Output<string>;
  /** The variant. Source: specification 2 §2.2. */
  declare public readonly type: pulumi.Output<"partition" | "flexible">;
  /** The variant. Allowed: `"enabled"`, `"disabled"`. Source: specification 2 §2.2. */
  declare public readonly state: pulumi.Output<"enabled" | "disabled">;
  /** How documents are partitioned; a change needs sync to be terminated. Source: specification 2 §2.2. */
  declare public readonly partition: pulumi.Output<SyncConfigPartitionPartition | undefined>;
  /** Whether clients may extend the schemas. Source: specification 2 §2.2. */
  declare public readonly developmentModeEnabled: pulumi.Output<boolean | undefined>;
  /** Database that development mode uses. Source: specification 2 §2.2. */
  declare public readonly databaseName: pulumi.Output<string | undefined>;
  /** Days after which an offline client must reset. Unit: days. Source: specification 2 §2.2. */
  declare public readonly clientMaxOfflineDays: pulumi.Output<number | undefined>;
  /** Whether clients discard unsynced changes at a reset. Source: specification 2 §2.2. */
  declare public readonly isRecoveryModeDisabled: pulumi.Output<boolean | undefined>;
  /** Time at which sync was last disabled. */
  declare public readonly lastDisabled: pulumi.Output<number | string | undefined>;
  /** Fields that clients may query in every collection. Source: specification 1 §2.11. */
  declare public readonly queryableFieldsNames: pulumi.Output<string[] | undefined>;
  /** Queryable field that is indexed; also listed in `queryableFieldsNames`. Source: specification 1 §2.11. */
  declare public readonly indexedQueryableFieldsNames: pulumi.Output<string[] | undefined>;
  /** Fields that clients may query, by collection. Source: specification 1 §2.11. */
  declare public readonly collectionQueryableFieldsNames: pulumi.Output<{ [key: string]: string[] | { [key: string]: string } } | undefined>;
  /**
   * Old form of permissions; use rules instead. Source: specification 1 §2.11.
   * @deprecated use Rule and DefaultRule
   */
  declare public readonly permissions: pulumi.Output<JsonObject | undefined>;
  /** Collections that clients only write to. Source: specification 1 §2.11. */
  declare public readonly asymmetricTables: pulumi.Output<string[] | undefined>;

  /**
   * Declares a sync configuration.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: SyncConfigArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(syncConfigKind, name, args, opts));
    } finally {
      restoreStacks();
    }
    if (opts?.id === undefined) warnOfDeprecated(syncConfigKind, args, this);
  }
}
