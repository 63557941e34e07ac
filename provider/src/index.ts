export type { StaleDraft } from "./configuration/configuration";
export * from "./generated/index";
export { Provider, type ProviderArgs } from "./provider";
