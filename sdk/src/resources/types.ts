import type { z } from "zod";
import type { appKind } from "./app";
import type { authProviderKind } from "./auth-provider";
import type { customResolverKind } from "./custom-resolver";
import type { dataSourceKind } from "./data-source";
import type { defaultRuleKind } from "./default-rule";
import type { functionKind } from "./function";
import type { logForwarderKind } from "./log-forwarder";
import type { ruleKind } from "./rule";
import type { schemaKind } from "./schema";
import type { secretKind } from "./secret";
import type { syncConfigKind } from "./sync-config";
import type { triggerKind } from "./trigger";
import type { valueKind } from "./value";

/** What a user may set, by kind, in the wire's names. */
export interface KindInputs {
  App: z.input<typeof appKind.inputs>;
  AuthProvider: z.input<typeof authProviderKind.inputs>;
  CustomResolver: z.input<typeof customResolverKind.inputs>;
  DataSource: z.input<typeof dataSourceKind.inputs>;
  DefaultRule: z.input<typeof defaultRuleKind.inputs>;
  Function: z.input<typeof functionKind.inputs>;
  LogForwarder: z.input<typeof logForwarderKind.inputs>;
  Rule: z.input<typeof ruleKind.inputs>;
  Schema: z.input<typeof schemaKind.inputs>;
  Secret: z.input<typeof secretKind.inputs>;
  SyncConfig: z.input<typeof syncConfigKind.inputs>;
  Trigger: z.input<typeof triggerKind.inputs>;
  Value: z.input<typeof valueKind.inputs>;
}

/** What the service returns, by kind, in the wire's names. */
export interface KindOutputs {
  App: z.output<typeof appKind.outputs>;
  AuthProvider: z.output<typeof authProviderKind.outputs>;
  CustomResolver: z.output<typeof customResolverKind.outputs>;
  DataSource: z.output<typeof dataSourceKind.outputs>;
  DefaultRule: z.output<typeof defaultRuleKind.outputs>;
  Function: z.output<typeof functionKind.outputs>;
  LogForwarder: z.output<typeof logForwarderKind.outputs>;
  Rule: z.output<typeof ruleKind.outputs>;
  Schema: z.output<typeof schemaKind.outputs>;
  Secret: z.output<typeof secretKind.outputs>;
  SyncConfig: z.output<typeof syncConfigKind.outputs>;
  Trigger: z.output<typeof triggerKind.outputs>;
  Value: z.output<typeof valueKind.outputs>;
}
