import type { Policies } from "@pulumi/policy";
import { appName } from "./rules/app-name";
import { dataSourcesPerApp } from "./rules/data-sources-per-app";
import { deprecatedSync } from "./rules/deprecated-sync";

export { appName, dataSourcesPerApp, deprecatedSync };

/** Every policy of the pack, for packs of your own: `new PolicyPack("ours", { policies: [...policies, …] })`. */
export const policies: Policies = [appName, deprecatedSync, dataSourcesPerApp];
