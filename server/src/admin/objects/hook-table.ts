import type { Kind, KindName } from "@appstead/sdk";
import type { KindHooks } from "./kind-hooks";

/** Special behaviour by kind; kinds that are not in it have none. */
export type HookTable = Readonly<Partial<Record<KindName, KindHooks>>>;

/** The special behaviour of a kind. */
export function hooksOf(table: HookTable, kind: Kind): KindHooks {
  return table[kind.name] ?? {};
}
