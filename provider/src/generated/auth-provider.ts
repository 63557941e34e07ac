// Generated from the definition of the kind by `npm run generate`; do not edit.
import { authProviderKind } from "@appstead/sdk/kinds/auth-provider";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";

/** Arguments of an auth provider; `type` decides which. */
export type AuthProviderArgs =
  | AuthProviderAnonUserArgs
  | AuthProviderLocalUserpassArgs
  | AuthProviderApiKeyArgs
  | AuthProviderOauth2AppleArgs
  | AuthProviderOauth2GoogleArgs
  | AuthProviderOauth2FacebookArgs
  | AuthProviderCustomTokenArgs
  | AuthProviderCustomFunctionArgs;

/** Arguments of an auth provider of type `anon-user`. */
export interface AuthProviderAnonUserArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** `anon-user`: log-in without credentials. A change replaces the resource. Source: specification 1 §2.3. */
  type: "anon-user";
  /** Name; always the type. Default: the type. A change replaces the resource. Source: specification 1 §2.3. */
  name?: "anon-user";
  /** Whether users cannot log in with it. Default: `false`. Source: specification 1 §2.3. */
  disabled?: pulumi.Input<boolean>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Arguments of an auth provider of type `local-userpass`. */
export interface AuthProviderLocalUserpassArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** `local-userpass`: log-in with email and password. A change replaces the resource. Source: specification 1 §2.3. */
  type: "local-userpass";
  /** Name; always the type. Default: the type. A change replaces the resource. Source: specification 1 §2.3. */
  name?: "local-userpass";
  /** Whether users cannot log in with it. Default: `false`. Source: specification 1 §2.3. */
  disabled?: pulumi.Input<boolean>;
  /** How users are confirmed (at once, by email or by a function) and how passwords are reset (by email or by a function). Source: specification 1 §2.3. */
  config: pulumi.Input<AuthProviderLocalUserpassConfigArgs>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Arguments of an auth provider of type `api-key`. */
export interface AuthProviderApiKeyArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** `api-key`: log-in with API keys; exists on every app. A change replaces the resource. Source: specification 1 §2.3. */
  type: "api-key";
  /** Name; always the type. Default: the type. A change replaces the resource. Source: specification 1 §2.3. */
  name?: "api-key";
  /** Whether users cannot log in with it. Default: `false`. Source: specification 1 §2.3. */
  disabled?: pulumi.Input<boolean>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Arguments of an auth provider of type `oauth2-apple`. */
export interface AuthProviderOauth2AppleArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** `oauth2-apple`: log-in with Apple. A change replaces the resource. Source: specification 1 §2.3. */
  type: "oauth2-apple";
  /** Name; always the type. Default: the type. A change replaces the resource. Source: specification 1 §2.3. */
  name?: "oauth2-apple";
  /** Whether users cannot log in with it. Default: `false`. Source: specification 1 §2.3. */
  disabled?: pulumi.Input<boolean>;
  /** Settings of the provider. Source: specification 1 §2.3. */
  config: pulumi.Input<AuthProviderOauth2AppleConfigArgs>;
  /** Names of secrets. Source: specification 1 §2.3. */
  secretConfig: pulumi.Input<AuthProviderOauth2AppleSecretConfigArgs>;
  /** Addresses that users may be sent to after logging in. Source: specification 1 §2.3. */
  redirectUris?: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Arguments of an auth provider of type `oauth2-google`. */
export interface AuthProviderOauth2GoogleArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** `oauth2-google`: log-in with Google. A change replaces the resource. Source: specification 1 §2.3. */
  type: "oauth2-google";
  /** Name; always the type. Default: the type. A change replaces the resource. Source: specification 1 §2.3. */
  name?: "oauth2-google";
  /** Whether users cannot log in with it. Default: `false`. Source: specification 1 §2.3. */
  disabled?: pulumi.Input<boolean>;
  /** Settings of the provider. Source: specification 1 §2.3. */
  config: pulumi.Input<AuthProviderOauth2GoogleConfigArgs>;
  /** Names of secrets. Source: specification 1 §2.3. */
  secretConfig: pulumi.Input<AuthProviderOauth2GoogleSecretConfigArgs>;
  /** Fields that are copied into the user's data. Source: specification 1 §2.3. */
  metadataFields?: pulumi.Input<pulumi.Input<AuthProviderOauth2GoogleMetadataFieldArgs>[]>;
  /** Addresses that users may be sent to after logging in. Source: specification 1 §2.3. */
  redirectUris?: pulumi.Input<pulumi.Input<string>[]>;
  /** Email domains that users must belong to; needs `email` among the metadata fields. Source: specification 1 §2.3. */
  domainRestrictions?: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Arguments of an auth provider of type `oauth2-facebook`. */
export interface AuthProviderOauth2FacebookArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** `oauth2-facebook`: log-in with Facebook. A change replaces the resource. Source: specification 1 §2.3. */
  type: "oauth2-facebook";
  /** Name; always the type. Default: the type. A change replaces the resource. Source: specification 1 §2.3. */
  name?: "oauth2-facebook";
  /** Whether users cannot log in with it. Default: `false`. Source: specification 1 §2.3. */
  disabled?: pulumi.Input<boolean>;
  /** Settings of the provider. Source: specification 1 §2.3. */
  config: pulumi.Input<AuthProviderOauth2FacebookConfigArgs>;
  /** Names of secrets. Source: specification 1 §2.3. */
  secretConfig: pulumi.Input<AuthProviderOauth2FacebookSecretConfigArgs>;
  /** Fields that are copied into the user's data. Source: specification 1 §2.3. */
  metadataFields?: pulumi.Input<pulumi.Input<AuthProviderOauth2FacebookMetadataFieldArgs>[]>;
  /** Addresses that users may be sent to after logging in. Source: specification 1 §2.3. */
  redirectUris?: pulumi.Input<pulumi.Input<string>[]>;
  /** Email domains that users must belong to; needs `email` among the metadata fields. Source: specification 1 §2.3. */
  domainRestrictions?: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Arguments of an auth provider of type `custom-token`. */
export interface AuthProviderCustomTokenArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** `custom-token`: log-in with a JSON web token of another issuer. A change replaces the resource. Source: specification 1 §2.3. */
  type: "custom-token";
  /** Name; always the type. Default: the type. A change replaces the resource. Source: specification 1 §2.3. */
  name?: "custom-token";
  /** Whether users cannot log in with it. Default: `false`. Source: specification 1 §2.3. */
  disabled?: pulumi.Input<boolean>;
  /** Settings of the provider. Source: specification 1 §2.3. */
  config: pulumi.Input<AuthProviderCustomTokenConfigArgs>;
  /** Names of secrets. Source: specification 1 §2.3. */
  secretConfig?: pulumi.Input<AuthProviderCustomTokenSecretConfigArgs>;
  /** Claims that are copied into the user's data. Source: specification 1 §2.3. */
  metadataFields?: pulumi.Input<pulumi.Input<AuthProviderCustomTokenMetadataFieldArgs>[]>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Arguments of an auth provider of type `custom-function`. */
export interface AuthProviderCustomFunctionArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** `custom-function`: a function decides who logs in. A change replaces the resource. Source: specification 1 §2.3. */
  type: "custom-function";
  /** Name; always the type. Default: the type. A change replaces the resource. Source: specification 1 §2.3. */
  name?: "custom-function";
  /** Whether users cannot log in with it. Default: `false`. Source: specification 1 §2.3. */
  disabled?: pulumi.Input<boolean>;
  /** Settings of the provider. Source: specification 1 §2.3. */
  config: pulumi.Input<AuthProviderCustomFunctionConfigArgs>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** How users are confirmed (at once, by email or by a function) and how passwords are reset (by email or by a function). */
export interface AuthProviderLocalUserpassConfigArgs {
  /** Whether new users are confirmed at once. Default: `false`. Source: specification 1 §2.3. */
  autoConfirm?: pulumi.Input<boolean>;
  /** Page that the confirmation link in the email leads to. Source: specification 1 §2.3. */
  emailConfirmationUrl?: pulumi.Input<string>;
  /** Subject of the confirmation email. Source: specification 1 §2.3. */
  confirmEmailSubject?: pulumi.Input<string>;
  /** Whether a function confirms new users. Default: `false`. Source: specification 1 §2.3. */
  runConfirmationFunction?: pulumi.Input<boolean>;
  /** Id of the function that confirms new users; give this or `confirmationFunctionName`. Source: specification 1 §2.3. */
  confirmationFunctionId?: pulumi.Input<string>;
  /** Name of the function that confirms new users; give this or `confirmationFunctionId`. Source: specification 1 §2.3. */
  confirmationFunctionName?: pulumi.Input<string>;
  /** Page that the reset link in the email leads to. Source: specification 1 §2.3. */
  resetPasswordUrl?: pulumi.Input<string>;
  /** Subject of the reset email. Source: specification 1 §2.3. */
  resetPasswordSubject?: pulumi.Input<string>;
  /** Whether a function resets passwords. Default: `false`. Source: specification 1 §2.3. */
  runResetFunction?: pulumi.Input<boolean>;
  /** Id of the function that resets passwords; give this or `resetFunctionName`. Source: specification 1 §2.3. */
  resetFunctionId?: pulumi.Input<string>;
  /** Name of the function that resets passwords; give this or `resetFunctionId`. Source: specification 1 §2.3. */
  resetFunctionName?: pulumi.Input<string>;
}

/** Settings of the provider. */
export interface AuthProviderOauth2AppleConfigArgs {
  /** Services id that Apple gave the app. Source: specification 1 §2.3. */
  clientId: pulumi.Input<string>;
}

/** Names of secrets. */
export interface AuthProviderOauth2AppleSecretConfigArgs {
  /** Name of the secret that holds the signed client token. Source: specification 1 §2.3. */
  clientSecret: pulumi.Input<string>;
}

/** Settings of the provider. */
export interface AuthProviderOauth2GoogleConfigArgs {
  /** Client id that Google gave the app. Source: specification 1 §2.3. */
  clientId: pulumi.Input<string>;
  /** Whether clients log in with OpenID Connect. Default: `false`. Source: specification 1 §2.3. */
  openId?: pulumi.Input<boolean>;
}

/** Names of secrets. */
export interface AuthProviderOauth2GoogleSecretConfigArgs {
  /** Name of the secret that holds the client secret. Source: specification 1 §2.3. */
  clientSecret: pulumi.Input<string>;
}

/** One of: fields that are copied into the user's data. */
export interface AuthProviderOauth2GoogleMetadataFieldArgs {
  /** Name of the field at the provider, for example `email`. Source: specification 1 §2.3. */
  name: pulumi.Input<string>;
  /** Whether users without the field are refused. Default: `false`. Source: specification 1 §2.3. */
  required?: pulumi.Input<boolean>;
}

/** Settings of the provider. */
export interface AuthProviderOauth2FacebookConfigArgs {
  /** Client id that Facebook gave the app. Source: specification 1 §2.3. */
  clientId: pulumi.Input<string>;
}

/** Names of secrets. */
export interface AuthProviderOauth2FacebookSecretConfigArgs {
  /** Name of the secret that holds the client secret. Source: specification 1 §2.3. */
  clientSecret: pulumi.Input<string>;
}

/** One of: fields that are copied into the user's data. */
export interface AuthProviderOauth2FacebookMetadataFieldArgs {
  /** Name of the field at the provider, for example `email`. Source: specification 1 §2.3. */
  name: pulumi.Input<string>;
  /** Whether users without the field are refused. Default: `false`. Source: specification 1 §2.3. */
  required?: pulumi.Input<boolean>;
}

/** Settings of the provider. */
export interface AuthProviderCustomTokenConfigArgs {
  /** Audiences that tokens are for, one or a list. Default: the app's client id. Source: specification 1 §2.3. */
  audience?: pulumi.Input<pulumi.Input<string>[] | string>;
  /** Whether one of several audiences is enough. Default: `false`. Source: specification 1 §2.3. */
  requireAnyAudience?: pulumi.Input<boolean>;
  /** Algorithm of the signature. Default: `"HS256"`. Allowed: `"HS256"`, `"RS256"`. Source: specification 1 §2.3. */
  signingAlgorithm?: pulumi.Input<"HS256" | "RS256">;
  /** Whether keys are fetched from `jwkURI`. Default: `false`. Source: specification 1 §2.3. */
  useJWKURI?: pulumi.Input<boolean>;
  /** Address of a key set with at most 3 keys; for `RS256` only. Source: specification 1 §2.3. */
  jwkURI?: pulumi.Input<string>;
}

/** Names of secrets. */
export interface AuthProviderCustomTokenSecretConfigArgs {
  /** Names of the secrets that hold the keys. Source: specification 1 §2.3. */
  signingKeys?: pulumi.Input<pulumi.Input<string>[]>;
}

/** One of: claims that are copied into the user's data. */
export interface AuthProviderCustomTokenMetadataFieldArgs {
  /** Path of the claim in the token, dotted; `\.` is a dot in a name. Source: specification 1 §2.3. */
  name: pulumi.Input<string>;
  /** Name of the field in the user's data. Default: the claim's name. Source: specification 1 §2.3. */
  fieldName?: pulumi.Input<string>;
  /** Whether tokens without the claim are refused. Default: `false`. Source: specification 1 §2.3. */
  required?: pulumi.Input<boolean>;
}

/** Settings of the provider. */
export interface AuthProviderCustomFunctionConfigArgs {
  /** Id of the function that returns the user's external id; give this or `authFunctionName`. Source: specification 1 §2.3. */
  authFunctionId?: pulumi.Input<string>;
  /** Name of the function that returns the user's external id; give this or `authFunctionId`. Source: specification 1 §2.3. */
  authFunctionName?: pulumi.Input<string>;
}

/** How users are confirmed (at once, by email or by a function) and how passwords are reset (by email or by a function). */
export interface AuthProviderLocalUserpassConfig {
  /** Whether new users are confirmed at once. Default: `false`. Source: specification 1 §2.3. */
  autoConfirm?: boolean;
  /** Page that the confirmation link in the email leads to. Source: specification 1 §2.3. */
  emailConfirmationUrl?: string;
  /** Subject of the confirmation email. Source: specification 1 §2.3. */
  confirmEmailSubject?: string;
  /** Whether a function confirms new users. Default: `false`. Source: specification 1 §2.3. */
  runConfirmationFunction?: boolean;
  /** Id of the function that confirms new users; give this or `confirmationFunctionName`. Source: specification 1 §2.3. */
  confirmationFunctionId?: string;
  /** Name of the function that confirms new users; give this or `confirmationFunctionId`. Source: specification 1 §2.3. */
  confirmationFunctionName?: string;
  /** Page that the reset link in the email leads to. Source: specification 1 §2.3. */
  resetPasswordUrl?: string;
  /** Subject of the reset email. Source: specification 1 §2.3. */
  resetPasswordSubject?: string;
  /** Whether a function resets passwords. Default: `false`. Source: specification 1 §2.3. */
  runResetFunction?: boolean;
  /** Id of the function that resets passwords; give this or `resetFunctionName`. Source: specification 1 §2.3. */
  resetFunctionId?: string;
  /** Name of the function that resets passwords; give this or `resetFunctionId`. Source: specification 1 §2.3. */
  resetFunctionName?: string;
}

/** How users are confirmed (at once, by email or by a function) and how passwords are reset (by email or by a function). */
export interface AuthProviderOauth2AppleConfig {
  /** Services id that Apple gave the app. Source: specification 1 §2.3. */
  clientId: string;
}

/** How users are confirmed (at once, by email or by a function) and how passwords are reset (by email or by a function). */
export interface AuthProviderOauth2GoogleConfig {
  /** Client id that Google gave the app. Source: specification 1 §2.3. */
  clientId: string;
  /** Whether clients log in with OpenID Connect. Default: `false`. Source: specification 1 §2.3. */
  openId?: boolean;
}

/** How users are confirmed (at once, by email or by a function) and how passwords are reset (by email or by a function). */
export interface AuthProviderOauth2FacebookConfig {
  /** Client id that Facebook gave the app. Source: specification 1 §2.3. */
  clientId: string;
}

/** How users are confirmed (at once, by email or by a function) and how passwords are reset (by email or by a function). */
export interface AuthProviderCustomTokenConfig {
  /** Audiences that tokens are for, one or a list. Default: the app's client id. Source: specification 1 §2.3. */
  audience?: string[] | string;
  /** Whether one of several audiences is enough. Default: `false`. Source: specification 1 §2.3. */
  requireAnyAudience?: boolean;
  /** Algorithm of the signature. Default: `"HS256"`. Allowed: `"HS256"`, `"RS256"`. Source: specification 1 §2.3. */
  signingAlgorithm?: "HS256" | "RS256";
  /** Whether keys are fetched from `jwkURI`. Default: `false`. Source: specification 1 §2.3. */
  useJWKURI?: boolean;
  /** Address of a key set with at most 3 keys; for `RS256` only. Source: specification 1 §2.3. */
  jwkURI?: string;
}

/** How users are confirmed (at once, by email or by a function) and how passwords are reset (by email or by a function). */
export interface AuthProviderCustomFunctionConfig {
  /** Id of the function that returns the user's external id; give this or `authFunctionName`. Source: specification 1 §2.3. */
  authFunctionId?: string;
  /** Name of the function that returns the user's external id; give this or `authFunctionId`. Source: specification 1 §2.3. */
  authFunctionName?: string;
}

/** Names of secrets. */
export interface AuthProviderOauth2AppleSecretConfig {
  /** Name of the secret that holds the signed client token. Source: specification 1 §2.3. */
  clientSecret: string;
}

/** Names of secrets. */
export interface AuthProviderOauth2GoogleSecretConfig {
  /** Name of the secret that holds the client secret. Source: specification 1 §2.3. */
  clientSecret: string;
}

/** Names of secrets. */
export interface AuthProviderOauth2FacebookSecretConfig {
  /** Name of the secret that holds the client secret. Source: specification 1 §2.3. */
  clientSecret: string;
}

/** Names of secrets. */
export interface AuthProviderCustomTokenSecretConfig {
  /** Names of the secrets that hold the keys. Source: specification 1 §2.3. */
  signingKeys?: string[];
}

/** One of: fields that are copied into the user's data. */
export interface AuthProviderOauth2GoogleMetadataField {
  /** Name of the field at the provider, for example `email`. Source: specification 1 §2.3. */
  name: string;
  /** Whether users without the field are refused. Default: `false`. Source: specification 1 §2.3. */
  required?: boolean;
}

/** One of: fields that are copied into the user's data. */
export interface AuthProviderOauth2FacebookMetadataField {
  /** Name of the field at the provider, for example `email`. Source: specification 1 §2.3. */
  name: string;
  /** Whether users without the field are refused. Default: `false`. Source: specification 1 §2.3. */
  required?: boolean;
}

/** One of: fields that are copied into the user's data. */
export interface AuthProviderCustomTokenMetadataField {
  /** Path of the claim in the token, dotted; `\.` is a dot in a name. Source: specification 1 §2.3. */
  name: string;
  /** Name of the field in the user's data. Default: the claim's name. Source: specification 1 §2.3. */
  fieldName?: string;
  /** Whether tokens without the claim are refused. Default: `false`. Source: specification 1 §2.3. */
  required?: boolean;
}

/**
 * A way for users to log in; an app has at most one of each type. `api-key` exists on every app and is taken over.
 * Source: specification 1 §2.3, §4.2.
 */
export class AuthProvider extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:AuthProvider";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** The variant. Source: specification 1 §2.3. */
  declare public readonly type: pulumi.Output<"anon-user" | "local-userpass" | "api-key" | "oauth2-apple" | "oauth2-google" | "oauth2-facebook" | "custom-token" | "custom-function">;
  /** The variant. Source: specification 1 §2.3. */
  declare public readonly name: pulumi.Output<"anon-user" | "local-userpass" | "api-key" | "oauth2-apple" | "oauth2-google" | "oauth2-facebook" | "custom-token" | "custom-function" | undefined>;
  /** Whether users cannot log in with it. Source: specification 1 §2.3. */
  declare public readonly disabled: pulumi.Output<boolean | undefined>;
  /** How users are confirmed (at once, by email or by a function) and how passwords are reset (by email or by a function). Source: specification 1 §2.3. */
  declare public readonly config: pulumi.Output<AuthProviderLocalUserpassConfig | AuthProviderOauth2AppleConfig | AuthProviderOauth2GoogleConfig | AuthProviderOauth2FacebookConfig | AuthProviderCustomTokenConfig | AuthProviderCustomFunctionConfig | undefined>;
  /** Names of secrets. Source: specification 1 §2.3. */
  declare public readonly secretConfig: pulumi.Output<AuthProviderOauth2AppleSecretConfig | AuthProviderOauth2GoogleSecretConfig | AuthProviderOauth2FacebookSecretConfig | AuthProviderCustomTokenSecretConfig | undefined>;
  /** Addresses that users may be sent to after logging in. Source: specification 1 §2.3. */
  declare public readonly redirectUris: pulumi.Output<string[] | undefined>;
  /** Fields that are copied into the user's data. Source: specification 1 §2.3. */
  declare public readonly metadataFields: pulumi.Output<AuthProviderOauth2GoogleMetadataField[] | AuthProviderOauth2FacebookMetadataField[] | AuthProviderCustomTokenMetadataField[] | undefined>;
  /** Email domains that users must belong to; needs `email` among the metadata fields. Source: specification 1 §2.3. */
  declare public readonly domainRestrictions: pulumi.Output<string[] | undefined>;

  /**
   * Declares an auth provider.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: AuthProviderArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(authProviderKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
