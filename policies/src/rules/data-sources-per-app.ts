import { pulumiType } from "@appstead/sdk";
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";

/** An app links at most this many data sources. */
const defaultMaximum = 100;

/** Keeps the number of data sources of each app within the service's limit, or a lower one of the organisation. */
export const dataSourcesPerApp: StackValidationPolicy = {
  name: "data-sources-per-app",
  description: "An app links at most 100 data sources.",
  enforcementLevel: "mandatory",
  configSchema: {
    properties: {
      maximum: {
        type: "integer",
        minimum: 0,
        default: defaultMaximum,
        description: "Data sources that one app may link.",
      },
    },
  },
  validateStack: (args, reportViolation) => {
    const { maximum = defaultMaximum } = args.getConfig<{ maximum?: number }>();
    const perApp = new Map<string, number>();
    for (const resource of args.resources) {
      if (resource.type !== pulumiType("DataSource")) continue;
      const app = appOf(resource);
      perApp.set(app, (perApp.get(app) ?? 0) + 1);
    }
    for (const [app, count] of perApp) {
      if (count > maximum) reportViolation(`${count} data sources in ${app}; at most ${maximum} are allowed`);
    }
  },
};

/** The app that a data source is in; in a preview an app that is not created yet has no id, only a place in the program. */
function appOf(dataSource: PolicyResource): string {
  const [app] = dataSource.propertyDependencies["appId"] ?? [];
  return app ? `app "${app.name}"` : `app ${String(dataSource.props["appId"])}`;
}
