import type { Kind } from "../definition/kind";
import { appKind } from "./app";
import { authProviderKind } from "./auth-provider";
import { customResolverKind } from "./custom-resolver";
import { dataSourceKind } from "./data-source";
import { defaultRuleKind } from "./default-rule";
import { functionKind } from "./function";
import { logForwarderKind } from "./log-forwarder";
import { ruleKind } from "./rule";
import { schemaKind } from "./schema";
import { secretKind } from "./secret";
import { syncConfigKind } from "./sync-config";
import { triggerKind } from "./trigger";
import { valueKind } from "./value";

/** Every kind, in the order in which a fresh app needs them. */
export const kinds = [
  appKind,
  secretKind,
  dataSourceKind,
  functionKind,
  valueKind,
  authProviderKind,
  ruleKind,
  defaultRuleKind,
  schemaKind,
  customResolverKind,
  triggerKind,
  logForwarderKind,
  syncConfigKind,
] as const satisfies readonly Kind[];

/** The definition of a kind by its name. */
export function kindNamed(name: string): Kind | undefined {
  return kinds.find(kind => kind.name === name);
}
