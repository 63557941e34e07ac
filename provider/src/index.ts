export type { StaleDraft } from "./configuration/configuration";
export { Provider, type ProviderArgs } from "./provider";
export { AppsteadResource } from "./resource";
