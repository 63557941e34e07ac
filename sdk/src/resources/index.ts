import type { Kind } from "../definition/kind";
import { appKind } from "./app";
import { functionKind } from "./function";
import { secretKind } from "./secret";
import { syncConfigKind } from "./sync-config";

/** Every kind, in the order in which a fresh app needs them. */
export const kinds = [appKind, secretKind, functionKind, syncConfigKind] as const satisfies readonly Kind[];

/** The definition of a kind by its name. */
export function kindNamed(name: string): Kind | undefined {
  return kinds.find(kind => kind.name === name);
}
