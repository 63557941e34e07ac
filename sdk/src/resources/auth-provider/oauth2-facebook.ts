import { z } from "zod";
import type { Samples } from "../../definition/kind";
import { text } from "../../definition/parts";
import { field } from "../../definition/traits";
import {
  domainRestrictions,
  oauthMetadataFields,
  providerFields,
  redirectUris,
  secretName,
  source,
} from "./record";

/** Inputs of log-in with Facebook. */
export const oauth2Facebook = z.strictObject({
  ...providerFields("oauth2-facebook", "log-in with Facebook."),
  config: field(z.strictObject({ clientId: text("Client id that Facebook gave the app.", { source }) }), {
    description: "Settings of the provider.",
    source,
  }),
  secret_config: field(
    z.strictObject({ clientSecret: secretName("Name of the secret that holds the client secret.") }),
    {
      description: "Names of secrets.",
      source,
    },
  ),
  metadata_fields: oauthMetadataFields(),
  redirect_uris: redirectUris(),
  domain_restrictions: domainRestrictions(),
});

/** Samples of log-in with Facebook. */
export const oauth2FacebookSamples: Samples<z.input<typeof oauth2Facebook>> = {
  minimal: {
    type: "oauth2-facebook",
    config: { clientId: "shop-facebook" },
    secret_config: { clientSecret: "clientSecret" },
  },
  full: {
    type: "oauth2-facebook",
    name: "oauth2-facebook",
    disabled: false,
    config: { clientId: "shop-facebook" },
    secret_config: { clientSecret: "clientSecret" },
    metadata_fields: [
      { name: "email", required: true },
      { name: "first_name", required: false },
    ],
    redirect_uris: ["https://shop.example.com/welcome"],
    domain_restrictions: ["example.com"],
  },
  update: {
    type: "oauth2-facebook",
    name: "oauth2-facebook",
    disabled: true,
    config: { clientId: "store-facebook" },
    secret_config: { clientSecret: "clientSecretNext" },
    metadata_fields: [
      { name: "email", required: false },
      { name: "last_name", required: true },
    ],
    redirect_uris: ["https://store.example.com/welcome"],
    domain_restrictions: ["example.com", "example.org"],
  },
};
