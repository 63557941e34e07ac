import { z } from "zod";
import type { Samples } from "../../definition/kind";
import { text } from "../../definition/parts";
import { field } from "../../definition/traits";
import { providerFields, redirectUris, secretName, source } from "./record";

/** Inputs of log-in with Apple. */
export const oauth2Apple = z.strictObject({
  ...providerFields("oauth2-apple", "log-in with Apple."),
  config: field(z.strictObject({ clientId: text("Services id that Apple gave the app.", { source }) }), {
    description: "Settings of the provider.",
    source,
  }),
  secret_config: field(
    z.strictObject({ clientSecret: secretName("Name of the secret that holds the signed client token.") }),
    {
      description: "Names of secrets.",
      source,
    },
  ),
  redirect_uris: redirectUris(),
});

/** Samples of log-in with Apple. */
export const oauth2AppleSamples: Samples<z.input<typeof oauth2Apple>> = {
  minimal: {
    type: "oauth2-apple",
    config: { clientId: "com.example.shop" },
    secret_config: { clientSecret: "clientSecret" },
  },
  full: {
    type: "oauth2-apple",
    name: "oauth2-apple",
    disabled: false,
    config: { clientId: "com.example.shop" },
    secret_config: { clientSecret: "clientSecret" },
    redirect_uris: ["https://shop.example.com/welcome"],
  },
  update: {
    type: "oauth2-apple",
    name: "oauth2-apple",
    disabled: true,
    config: { clientId: "com.example.store" },
    secret_config: { clientSecret: "clientSecretNext" },
    redirect_uris: ["https://store.example.com/welcome"],
  },
};
