import { logForwarderKind } from "@appstead/sdk/kinds/log-forwarder";
import { dynamicProvider } from "../host/dynamic-provider";

const provider = dynamicProvider(logForwarderKind);
const remove = provider.delete;

// The host calls these by name; the path of this module is in users' states.
export const { configure, check, diff, create, read, update } = provider;
export { remove as delete };
