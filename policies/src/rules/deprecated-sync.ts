import { pulumiType } from "@appstead/sdk";
import type { ResourceValidationPolicy } from "@pulumi/policy";

/** Warns of partition-based sync, which is deprecated (specification 2 §1). */
export const deprecatedSync: ResourceValidationPolicy = {
  name: "deprecated-partition-sync",
  description: "Partition-based sync is deprecated.",
  enforcementLevel: "advisory",
  validateResource: (args, reportViolation) => {
    if (args.type === pulumiType("SyncConfig") && args.props["type"] === "partition") {
      reportViolation(
        'type: partition-based sync is deprecated; move to a flexible configuration (type: "flexible")',
      );
    }
  },
};
