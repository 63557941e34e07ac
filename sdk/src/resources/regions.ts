/** A region that apps can be placed in. */
export interface Region {
  /** `<cloud>-<region>`. */
  readonly id: string;
  /** Location code; regions of one cloud have none. */
  readonly location?: string;
  readonly models: readonly ("GLOBAL" | "LOCAL")[];
}

const both = ["GLOBAL", "LOCAL"] as const;
const local = ["LOCAL"] as const;

/** The regions and what they allow (specification 1 §2.1, §2.10). */
export const regions: readonly Region[] = [
  { id: "aws-us-east-1", location: "US-VA", models: both },
  { id: "aws-us-west-2", location: "US-OR", models: both },
  { id: "aws-eu-west-1", location: "IE", models: both },
  { id: "aws-ap-southeast-2", location: "AU", models: both },
  { id: "aws-us-east-2", location: "US-VA", models: local },
  { id: "aws-eu-central-1", location: "DE-FF", models: local },
  { id: "aws-eu-west-2", location: "IE", models: local },
  { id: "aws-ap-southeast-1", location: "SG", models: local },
  { id: "aws-ap-south-1", location: "IN-MB", models: local },
  { id: "aws-sa-east-1", location: "BR-SP", models: local },
  { id: "azure-eastus2", location: "US-VA", models: local },
  { id: "azure-westus", location: "US-OR", models: local },
  { id: "azure-westeurope", location: "DE-FF", models: local },
  { id: "azure-southeastasia", location: "SG", models: local },
  { id: "azure-eastasia", location: "IN-MB", models: local },
  { id: "gcp-us-central1", models: local },
  { id: "gcp-us-east4", models: local },
  { id: "gcp-us-west1", models: local },
  { id: "gcp-europe-west1", models: local },
  { id: "gcp-asia-south1", models: local },
];

/** Location that a region lies in; `undefined` for unknown regions and those without a code. */
export function locationOfRegion(id: string): string | undefined {
  return regions.find(region => region.id === id)?.location;
}
