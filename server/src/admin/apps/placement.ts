import { type Region, regions } from "@appstead/sdk";
import { ApiError } from "../../http/api-error";

/** Where an app runs. */
export interface Placement {
  readonly provider_region?: string;
  readonly location?: string;
  readonly deployment_model: string;
}

/** What a create-app body says about the place; everything may be left out. */
export type PlacementInput = Partial<Placement>;

const defaultRegion = "aws-us-east-1";

/**
 * Completes the place of a new app: a region gives its location, a location its first region, nothing the default.
 *
 * @throws ApiError `InvalidParameter` when the region does not offer the deployment model
 */
export function placementOf(input: PlacementInput): Placement {
  const region = input.provider_region ?? regionAt(input)?.id;
  const known = regions.find(candidate => candidate.id === region);
  const model = input.deployment_model ?? (known && !known.models.includes("GLOBAL") ? "LOCAL" : "GLOBAL");
  if (known && !known.models.some(offered => offered === model)) {
    throw new ApiError(
      "InvalidParameter",
      `deployment_model: ${model} is not offered in ${known.id}; use ${known.models.join(" or ")}`,
    );
  }
  const location = input.location ?? known?.location;
  return {
    ...(region === undefined ? {} : { provider_region: region }),
    ...(location === undefined ? {} : { location }),
    deployment_model: model,
  };
}

function regionAt({ location, deployment_model: model }: PlacementInput): Region | undefined {
  if (location === undefined) return regions.find(region => region.id === defaultRegion);
  const there = regions.filter(region => region.location === location);
  return there.find(region => region.models.some(offered => offered === (model ?? "GLOBAL"))) ?? there[0];
}
