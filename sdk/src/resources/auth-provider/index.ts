import { z } from "zod";
import { defineKind, type InputIssue } from "../../definition/kind";
import { collectionOperations } from "../../definition/operations";
import { recordId } from "../../definition/parts";
import { tolerant } from "../../definition/tolerant";
import { anonUser, anonUserSamples } from "./anon-user";
import { apiKey, apiKeySamples } from "./api-key";
import { customFunction, customFunctionSamples } from "./custom-function";
import { customToken, customTokenIssues, customTokenSamples } from "./custom-token";
import { localUserpass, localUserpassIssues } from "./local-userpass";
import { localUserpassSamples } from "./local-userpass-samples";
import { oauth2Apple, oauth2AppleSamples } from "./oauth2-apple";
import { oauth2Facebook, oauth2FacebookSamples } from "./oauth2-facebook";
import { oauth2Google, oauth2GoogleSamples } from "./oauth2-google";

const variants = [
  anonUser,
  localUserpass,
  apiKey,
  oauth2Apple,
  oauth2Google,
  oauth2Facebook,
  customToken,
  customFunction,
] as const;
const inputs = z.discriminatedUnion("type", variants);

type Inputs = z.output<typeof inputs>;

const withId = <S extends z.ZodRawShape>(variant: z.ZodObject<S, z.core.$strict>) =>
  z.object({ _id: recordId(), ...tolerant(variant).shape });

/** A way for users to log in. */
export const authProviderKind = defineKind({
  name: "AuthProvider",
  slug: "auth-provider",
  title: "auth provider",
  description:
    "A way for users to log in; an app has at most one of each type. `api-key` exists on every app and is taken over.",
  source: "1 §2.3, §4.2",
  shape: "collection",
  path: "/groups/{groupId}/apps/{appId}/auth_providers",
  operations: collectionOperations({
    create: { returns: "record" },
    update: { method: "PATCH", status: 204, returns: "nothing" },
    toggle: true,
  }),
  inputs,
  outputs: z.discriminatedUnion("type", [
    withId(anonUser),
    withId(localUserpass),
    withId(apiKey),
    withId(oauth2Apple),
    withId(oauth2Google),
    withId(oauth2Facebook),
    withId(customToken),
    withId(customFunction),
  ]),
  listKeys: ["_id", "name", "type", "disabled"],
  naturalKey: ["type"],
  errorCodes: { notFound: "AuthProviderNotFound", alreadyExists: "AuthProviderAlreadyExists" },
  drafted: true,
  deleteBeforeReplace: true,
  variantField: "type",
  preexisting: value => value.type === "api-key",
  encode: (value, operation) =>
    operation === "update" ? { ...unset(value), ...named(value) } : named(value),
  normalize: record => ({ ...record, name: record["type"], disabled: record["disabled"] ?? false }),
  verify: providerIssues,
  samples: {
    "anon-user": anonUserSamples,
    "local-userpass": localUserpassSamples,
    "api-key": apiKeySamples,
    "oauth2-apple": oauth2AppleSamples,
    "oauth2-google": oauth2GoogleSamples,
    "oauth2-facebook": oauth2FacebookSamples,
    "custom-token": customTokenSamples,
    "custom-function": customFunctionSamples,
  },
});

function named(value: Inputs): Inputs {
  return { ...value, name: value.type, disabled: value.disabled ?? false } as Inputs;
}

/** Values that reset the optional fields of a variant: a PATCH keeps what it does not mention. */
function unset(value: Inputs): Record<string, unknown> {
  const variant = variants.find(schema => schema.shape.type.value === value.type);
  const lists = ["metadata_fields", "redirect_uris", "domain_restrictions"].filter(
    key => key in (variant?.shape ?? {}),
  );
  const secrets = value.type === "custom-token" ? { secret_config: {} } : {};
  return { ...secrets, ...Object.fromEntries(lists.map(key => [key, []])) };
}

function providerIssues(value: Inputs): InputIssue[] {
  if (value.type === "local-userpass") return localUserpassIssues(value.config);
  if (value.type === "custom-token") return customTokenIssues(value);
  if (value.type !== "oauth2-google" && value.type !== "oauth2-facebook") return [];
  const restricted = (value.domain_restrictions ?? []).length > 0;
  if (!restricted || value.metadata_fields?.some(({ name }) => name === "email")) return [];
  return [
    { path: ["domain_restrictions"], message: 'needs the metadata field "email"; add it to metadata_fields' },
  ];
}
