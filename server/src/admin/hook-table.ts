import type { AdminParts } from "./admin-parts";
import { authProviderHooks } from "./auth-provider";
import { defaultRuleHooks } from "./default-rule";
import type { HookTable } from "./objects/hook-table";
import { secretHooks } from "./secret";
import { triggerHooks } from "./trigger";

/** The kinds with special behaviour. */
export function hookTable(parts: AdminParts): HookTable {
  return {
    AuthProvider: authProviderHooks,
    DefaultRule: defaultRuleHooks,
    Secret: secretHooks(parts),
    Trigger: triggerHooks,
  };
}
