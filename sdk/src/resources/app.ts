import { z } from "zod";
import { defineKind, type InputIssue } from "../definition/kind";
import { integer, recordId, resourceName, text } from "../definition/parts";
import { field } from "../definition/traits";
import { linkIssues } from "./data-source-link";
import { locationOfRegion } from "./regions";

const environment = field(z.enum(["", "development", "testing", "qa", "production"]), {
  description: "Environment whose values the app uses; empty means none.",
  default: '""',
  source: "1 §2.1",
});

const inputs = z.strictObject({
  name: resourceName("Name of the app.", { max: 32, begins: "letter", immutable: true, source: "1 §2.1" }),
  provider_region: field(
    z
      .string()
      .regex(
        /^(aws|azure|gcp)-[a-z0-9-]+$/,
        "must be of the form <cloud>-<region> with the cloud aws, azure or gcp",
      ),
    {
      description: "Cloud region, for example `aws-us-east-1`; must agree with `location`.",
      immutable: true,
      source: "1 §2.1",
    },
  ).optional(),
  location: field(z.enum(["US-VA", "US-OR", "DE-FF", "IE", "AU", "IN-MB", "SG", "BR-SP"]), {
    description: "Location of the app; must agree with `provider_region`.",
    immutable: true,
    source: "1 §2.1",
  }).optional(),
  deployment_model: field(z.enum(["GLOBAL", "LOCAL"]), {
    description: "Whether requests are served everywhere or in the region only.",
    immutable: true,
    default: "GLOBAL",
    source: "1 §2.1",
  }).optional(),
  environment: environment.optional(),
  template_id: text("Template to start from.", { immutable: true, source: "2 §2.4" }).optional(),
  data_source: field(
    z.strictObject({
      name: resourceName("Name of the data source.", { max: 64, immutable: true }),
      type: field(z.enum(["mongodb-atlas", "mongodb", "datalake"]), {
        description: "Type of the data source.",
        immutable: true,
      }),
      config: field(
        z.strictObject({
          clusterName: text("Cluster to link; needed for `mongodb-atlas`.", { immutable: true }).optional(),
          dataLakeName: text("Federated database to link; needed for `datalake`.", {
            immutable: true,
          }).optional(),
        }),
        {
          description: "Settings of the link.",
          immutable: true,
        },
      ).optional(),
    }),
    { description: "Data source to link when the app is created.", immutable: true, source: "1 §2.1" },
  ).optional(),
});

/** An app: the root of all other kinds. */
export const appKind = defineKind({
  name: "App",
  slug: "app",
  title: "app",
  description: "An application backend; everything else belongs to one. Only `environment` changes in place.",
  source: "1 §2.1, §4.1",
  shape: "collection",
  path: "/groups/{groupId}/apps",
  operations: {
    list: { method: "GET", path: "", status: 200, returns: "record" },
    create: { method: "POST", path: "", status: 201, returns: "record" },
    read: { method: "GET", path: "/{id}", status: 200, returns: "record" },
    update: { method: "PUT", path: "/{id}/environment", status: 200, returns: "record" },
    delete: { method: "DELETE", path: "/{id}", status: 204, returns: "nothing" },
  },
  inputs,
  outputs: z.object({
    _id: recordId(),
    group_id: text("Project that the app belongs to.", { readOnly: true }),
    domain_id: text("Id of the app's user domain.", { readOnly: true }),
    client_app_id: text("Public id that clients use.", { readOnly: true }),
    name: inputs.shape.name,
    provider_region: inputs.shape.provider_region,
    location: inputs.shape.location,
    deployment_model: inputs.shape.deployment_model,
    environment: inputs.shape.environment,
    template_id: inputs.shape.template_id,
    last_used: integer("Time of the last client request.", {
      readOnly: true,
      unit: "seconds since the epoch",
    }).optional(),
    last_modified: integer("Time of the last change.", {
      readOnly: true,
      unit: "seconds since the epoch",
    }).optional(),
    product: text("`standard`, `vendor`, `data-api` or `device-sync`.", { readOnly: true }).optional(),
  }),
  naturalKey: ["name"],
  errorCodes: { notFound: "AppNotFound", alreadyExists: "AccountNameInUse" },
  drafted: false,
  deleteBeforeReplace: true,
  encode: (value, operation) => (operation === "update" ? { environment: value.environment ?? "" } : value),
  verify: ({ provider_region, location, data_source }) => [
    ...regionIssues(provider_region, location),
    ...(data_source ? within("data_source", linkIssues(data_source.type, data_source.config ?? {})) : []),
  ],
  samples: {
    default: {
      minimal: { name: "shop" },
      full: {
        name: "shop",
        provider_region: "aws-us-east-1",
        location: "US-VA",
        deployment_model: "GLOBAL",
        environment: "development",
        data_source: { name: "mongodb-atlas", type: "mongodb-atlas", config: { clusterName: "Cluster0" } },
      },
      update: {
        name: "shop",
        provider_region: "aws-us-east-1",
        location: "US-VA",
        deployment_model: "GLOBAL",
        environment: "production",
        data_source: { name: "mongodb-atlas", type: "mongodb-atlas", config: { clusterName: "Cluster0" } },
      },
      replace: {
        name: "store",
        provider_region: "aws-eu-west-1",
        location: "IE",
        deployment_model: "LOCAL",
        environment: "development",
        data_source: { name: "warehouse", type: "mongodb", config: { clusterName: "Cluster1" } },
      },
      steps: {
        provider_region: {
          name: "shop",
          provider_region: "aws-us-east-2",
          location: "US-VA",
          deployment_model: "LOCAL",
        },
        location: { name: "shop", location: "IE" },
        template_id: { name: "shop", template_id: "triggers" },
        "data_source.config.dataLakeName": {
          name: "shop",
          data_source: { name: "lake", type: "datalake", config: { dataLakeName: "Lake0" } },
        },
      },
    },
  },
});

function regionIssues(region: string | undefined, location: string | undefined): InputIssue[] {
  const expected = region === undefined ? undefined : locationOfRegion(region);
  if (location === undefined || expected === undefined || expected === location) return [];
  return [
    {
      path: ["location"],
      message: `${location} does not agree with provider_region ${region}, which is in ${expected}`,
    },
  ];
}

function within(key: string, issues: readonly InputIssue[]): InputIssue[] {
  return issues.map(issue => ({ ...issue, path: [key, ...issue.path] }));
}
