import { syncConfigKind } from "@appstead/sdk/kinds/sync-config";
import { dynamicProvider } from "../host/dynamic-provider";

const provider = dynamicProvider(syncConfigKind);
const remove = provider.delete;

// The host calls these by name; the path of this module is in users' states.
export const { configure, check, diff, create, read, update } = provider;
export { remove as delete };
