import { secretKind } from "@appstead/sdk/kinds/secret";
import { dynamicProvider } from "../host/dynamic-provider";

const provider = dynamicProvider(secretKind);
const remove = provider.delete;

// The host calls these by name; the path of this module is in users' states.
export const { configure, check, diff, create, read, update } = provider;
export { remove as delete };
