import { z } from "zod";
import type { InputIssue, Samples } from "../../definition/kind";
import { flag, text } from "../../definition/parts";
import { field } from "../../definition/traits";
import { providerFields, source } from "./record";

const metadataField = z.strictObject({
  name: text("Path of the claim in the token, dotted; `\\.` is a dot in a name.", { source }),
  field_name: field(z.string().max(63, "must be less than 64 characters long"), {
    description: "Name of the field in the user's data.",
    default: "the claim's name",
    source,
  }).optional(),
  required: flag("Whether tokens without the claim are refused.", { default: "false", source }).optional(),
});

/** Inputs of log-in with JSON web tokens. */
export const customToken = z.strictObject({
  ...providerFields("custom-token", "log-in with a JSON web token of another issuer."),
  config: field(
    z.strictObject({
      audience: field(z.union([z.array(z.string()), z.string()]), {
        description: "Audiences that tokens are for, one or a list.",
        default: "the app's client id",
        source,
      }).optional(),
      requireAnyAudience: flag("Whether one of several audiences is enough.", {
        default: "false",
        source,
      }).optional(),
      signingAlgorithm: field(z.enum(["HS256", "RS256"]), {
        description: "Algorithm of the signature.",
        default: "HS256",
        source,
      }).optional(),
      useJWKURI: flag("Whether keys are fetched from `jwkURI`.", { default: "false", source }).optional(),
      jwkURI: text("Address of a key set with at most 3 keys; for `RS256` only.", { source }).optional(),
    }),
    { description: "Settings of the provider.", source },
  ),
  secret_config: field(
    z.strictObject({
      signingKeys: field(z.array(z.string()).max(3, "at most 3 signing keys"), {
        description: "Names of the secrets that hold the keys.",
        ref: { kind: "Secret", by: "name" },
        source,
      }).optional(),
    }),
    { description: "Names of secrets.", source },
  ).optional(),
  metadata_fields: field(z.array(metadataField), {
    description: "Claims that are copied into the user's data.",
    unordered: true,
    source,
  }).optional(),
});

type Inputs = z.output<typeof customToken>;

/** Rules of log-in with JSON web tokens. */
export function customTokenIssues({ config, secret_config }: Inputs): InputIssue[] {
  const keys = secret_config?.signingKeys?.length ?? 0;
  if (config.useJWKURI) {
    const missing = config.jwkURI
      ? []
      : [{ path: ["config", "jwkURI"], message: "is required, because useJWKURI is true" }];
    const wrong =
      config.signingAlgorithm === "RS256"
        ? []
        : [
            {
              path: ["config", "signingAlgorithm"],
              message: 'must be "RS256", because keys come from jwkURI',
            },
          ];
    return [...missing, ...wrong];
  }
  if (keys > 0) return [];
  return [
    {
      path: ["secret_config", "signingKeys"],
      message: "needs the name of at least one secret, or set config.useJWKURI and config.jwkURI",
    },
  ];
}

/** Samples of log-in with JSON web tokens. */
export const customTokenSamples: Samples<z.input<typeof customToken>> = {
  minimal: { type: "custom-token", config: {}, secret_config: { signingKeys: ["signingKey"] } },
  full: {
    type: "custom-token",
    name: "custom-token",
    disabled: false,
    config: {
      audience: ["shop"],
      requireAnyAudience: false,
      signingAlgorithm: "HS256",
      useJWKURI: false,
      jwkURI: "https://id.example.com/keys.json",
    },
    secret_config: { signingKeys: ["signingKey"] },
    metadata_fields: [{ name: "profile.email", field_name: "email", required: false }],
  },
  update: {
    type: "custom-token",
    name: "custom-token",
    disabled: true,
    config: {
      audience: ["shop", "store"],
      requireAnyAudience: true,
      signingAlgorithm: "RS256",
      useJWKURI: true,
      jwkURI: "https://login.example.com/keys.json",
    },
    secret_config: { signingKeys: ["signingKey", "signingKeyNext"] },
    metadata_fields: [{ name: "profile.display\\.name", field_name: "name", required: true }],
  },
  steps: {
    "config.useJWKURI": {
      type: "custom-token",
      config: { signingAlgorithm: "RS256", useJWKURI: true, jwkURI: "https://id.example.com/keys.json" },
    },
    "config.audience": {
      type: "custom-token",
      config: { audience: "store" },
      secret_config: { signingKeys: ["signingKey"] },
    },
  },
};
