export { loadServiceKeys, type ServiceKeysOptions } from "./load-service-keys";
export { SealedTextError } from "./sealed-text";
export { ServiceKeyError } from "./service-key-error";
export type { ServiceKeys, TokenClaims, TokenReading } from "./service-keys";
