import type { KindCatalog } from "./kind-catalog";
import type { ConfigStoreOptions } from "./options";
import type { Overlay } from "./overlay";
import type { Source } from "./source";

/** A change that is to be checked. */
export interface CheckContext extends Pick<ConfigStoreOptions, "rules" | "elsewhere"> {
  readonly catalog: KindCatalog;
  readonly appId: string;
  /** Configuration before the change. */
  readonly base: Source;
  readonly changes: Overlay;
  /** Whether the change goes live: names must resolve and nothing may point at what is deleted. */
  readonly live: boolean;
}
