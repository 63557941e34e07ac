export type * from "./config-store";
export { createConfigStore } from "./create-config-store";
export type { ConfigRule, ConfigStoreOptions, ExistsElsewhere } from "./options";
