import { pulumiType } from "@appstead/sdk";
import type { ResourceValidationPolicy } from "@pulumi/policy";

const defaultPattern = "^[a-z][a-z0-9-]*$";

/** App names follow the naming rule of the organisation: lower-case words with hyphens unless configured otherwise. */
export const appName: ResourceValidationPolicy = {
  name: "app-name",
  description: "App names follow the naming rule.",
  enforcementLevel: "mandatory",
  configSchema: {
    properties: {
      pattern: {
        type: "string",
        minLength: 1,
        default: defaultPattern,
        description: "Regular expression that every app name matches.",
      },
    },
  },
  validateResource: (args, reportViolation) => {
    if (args.type !== pulumiType("App")) return;
    const { pattern = defaultPattern } = args.getConfig<{ pattern?: string }>();
    const name: unknown = args.props["name"];
    if (typeof name === "string" && !new RegExp(pattern).test(name)) {
      reportViolation(
        `name: "${name}" does not match ${pattern}; rename the app or configure the policy's pattern`,
      );
    }
  },
};
