import { z } from "zod";
import type { Samples } from "../../definition/kind";
import { flag, text } from "../../definition/parts";
import { field } from "../../definition/traits";
import {
  domainRestrictions,
  oauthMetadataFields,
  providerFields,
  redirectUris,
  secretName,
  source,
} from "./record";

/** Inputs of log-in with Google. */
export const oauth2Google = z.strictObject({
  ...providerFields("oauth2-google", "log-in with Google."),
  config: field(
    z.strictObject({
      clientId: text("Client id that Google gave the app.", { source }),
      openId: flag("Whether clients log in with OpenID Connect.", { default: "false", source }).optional(),
    }),
    { description: "Settings of the provider.", source },
  ),
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

/** Samples of log-in with Google. */
export const oauth2GoogleSamples: Samples<z.input<typeof oauth2Google>> = {
  minimal: {
    type: "oauth2-google",
    config: { clientId: "shop-google" },
    secret_config: { clientSecret: "clientSecret" },
  },
  full: {
    type: "oauth2-google",
    name: "oauth2-google",
    disabled: false,
    config: { clientId: "shop-google", openId: false },
    secret_config: { clientSecret: "clientSecret" },
    metadata_fields: [
      { name: "email", required: true },
      { name: "first_name", required: false },
    ],
    redirect_uris: ["https://shop.example.com/welcome"],
    domain_restrictions: ["example.com"],
  },
  update: {
    type: "oauth2-google",
    name: "oauth2-google",
    disabled: true,
    config: { clientId: "store-google", openId: true },
    secret_config: { clientSecret: "clientSecretNext" },
    metadata_fields: [
      { name: "email", required: false },
      { name: "last_name", required: true },
    ],
    redirect_uris: ["https://store.example.com/welcome"],
    domain_restrictions: ["example.com", "example.org"],
  },
};
