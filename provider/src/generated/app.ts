// Generated from the definition of the kind by `npm run generate`; do not edit.
import { appKind } from "@appstead/sdk/kinds/app";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";

/** Arguments of an app. */
export interface AppArgs {
  /** Name of the app. A change replaces the resource. Source: specification 1 §2.1. */
  name: pulumi.Input<string>;
  /** Cloud region, for example `aws-us-east-1`; must agree with `location`. A change replaces the resource. Source: specification 1 §2.1. */
  providerRegion?: pulumi.Input<string>;
  /** Location of the app; must agree with `providerRegion`. Allowed: `"US-VA"`, `"US-OR"`, `"DE-FF"`, `"IE"`, `"AU"`, `"IN-MB"`, `"SG"`, `"BR-SP"`. A change replaces the resource. Source: specification 1 §2.1. */
  location?: pulumi.Input<"US-VA" | "US-OR" | "DE-FF" | "IE" | "AU" | "IN-MB" | "SG" | "BR-SP">;
  /** Whether requests are served everywhere or in the region only. Default: `"GLOBAL"`. Allowed: `"GLOBAL"`, `"LOCAL"`. A change replaces the resource. Source: specification 1 §2.1. */
  deploymentModel?: pulumi.Input<"GLOBAL" | "LOCAL">;
  /** Environment whose values the app uses; empty means none. Default: `""`. Allowed: `""`, `"development"`, `"testing"`, `"qa"`, `"production"`. Source: specification 1 §2.1. */
  environment?: pulumi.Input<"" | "development" | "testing" | "qa" | "production">;
  /** Template to start from. A change replaces the resource. Source: specification 2 §2.4. */
  templateId?: pulumi.Input<string>;
  /** Data source to link when the app is created. A change replaces the resource. Source: specification 1 §2.1. */
  dataSource?: pulumi.Input<AppDataSourceArgs>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Data source to link when the app is created. */
export interface AppDataSourceArgs {
  /** Name of the data source. A change replaces the resource. */
  name: pulumi.Input<string>;
  /** Type of the data source. Allowed: `"mongodb-atlas"`, `"mongodb"`, `"datalake"`. A change replaces the resource. */
  type: pulumi.Input<"mongodb-atlas" | "mongodb" | "datalake">;
  /** Settings of the link. A change replaces the resource. */
  config?: pulumi.Input<AppDataSourceConfigArgs>;
}

/** Settings of the link. */
export interface AppDataSourceConfigArgs {
  /** Cluster to link; needed for `mongodb-atlas`. A change replaces the resource. */
  clusterName?: pulumi.Input<string>;
  /** Federated database to link; needed for `datalake`. A change replaces the resource. */
  dataLakeName?: pulumi.Input<string>;
}

/**
 * An application backend; everything else belongs to one. Only `environment` changes in place.
 * Source: specification 1 §2.1, §4.1.
 */
export class App extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:App";

  /** Name of the app. Source: specification 1 §2.1. */
  declare public readonly name: pulumi.Output<string>;
  /** Project that the app belongs to. */
  declare public readonly groupId: pulumi.Output<string>;
  /** Id of the app's user domain. */
  declare public readonly domainId: pulumi.Output<string>;
  /** Public id that clients use. */
  declare public readonly clientAppId: pulumi.Output<string>;
  /** Cloud region, for example `aws-us-east-1`; must agree with `location`. Source: specification 1 §2.1. */
  declare public readonly providerRegion: pulumi.Output<string | undefined>;
  /** Location of the app; must agree with `providerRegion`. Allowed: `"US-VA"`, `"US-OR"`, `"DE-FF"`, `"IE"`, `"AU"`, `"IN-MB"`, `"SG"`, `"BR-SP"`. Source: specification 1 §2.1. */
  declare public readonly location: pulumi.Output<"US-VA" | "US-OR" | "DE-FF" | "IE" | "AU" | "IN-MB" | "SG" | "BR-SP" | undefined>;
  /** Whether requests are served everywhere or in the region only. Allowed: `"GLOBAL"`, `"LOCAL"`. Source: specification 1 §2.1. */
  declare public readonly deploymentModel: pulumi.Output<"GLOBAL" | "LOCAL" | undefined>;
  /** Environment whose values the app uses; empty means none. Allowed: `""`, `"development"`, `"testing"`, `"qa"`, `"production"`. Source: specification 1 §2.1. */
  declare public readonly environment: pulumi.Output<"" | "development" | "testing" | "qa" | "production" | undefined>;
  /** Template to start from. Source: specification 2 §2.4. */
  declare public readonly templateId: pulumi.Output<string | undefined>;
  /** Time of the last client request. Unit: seconds since the epoch. */
  declare public readonly lastUsed: pulumi.Output<number | undefined>;
  /** Time of the last change. Unit: seconds since the epoch. */
  declare public readonly lastModified: pulumi.Output<number | undefined>;
  /** `standard`, `vendor`, `data-api` or `device-sync`. */
  declare public readonly product: pulumi.Output<string | undefined>;

  /**
   * Declares an app.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: AppArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(appKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
