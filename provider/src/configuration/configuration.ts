import { configNamespace } from "../abi";
import { ConfigurationError } from "../errors";
import { type Credentials, type Environment, readProfile } from "./profile-file";

/** What happens when the user already has a draft that no deploy of ours made. */
export type StaleDraft = "fail" | "discard" | "adopt";

const staleDraftChoices: readonly string[] = ["fail", "discard", "adopt"] satisfies StaleDraft[];

/** How to reach the service and as whom. */
export interface Configuration {
  readonly url: string;
  readonly publicKey: string;
  /** Never part of a message or the state. */
  readonly privateKey: string;
  readonly groupId?: string;
  readonly staleDraft: StaleDraft;
}

const variables: Readonly<Record<keyof Credentials, string>> = {
  url: "APPSTEAD_URL",
  groupId: "APPSTEAD_GROUP_ID",
  publicKey: "APPSTEAD_PUBLIC_KEY",
  privateKey: "APPSTEAD_PRIVATE_KEY",
};

/**
 * Finds every setting in the first place that has it: the explicit provider or `pulumi config` (both arrive in
 * `rawConfig` under full keys), the environment, the profile file.
 *
 * @throws ConfigurationError that names the four places when a setting is nowhere
 */
export function resolveConfiguration(
  rawConfig: Readonly<Record<string, unknown>>,
  env: Environment,
): Configuration {
  const configured = (key: string) => nonEmpty(rawConfig[`${configNamespace}:${key}`]);
  const early = (key: keyof Credentials) => configured(key) ?? nonEmpty(env[variables[key]]);
  const [url, publicKey, privateKey] = [early("url"), early("publicKey"), early("privateKey")];
  const complete = url !== undefined && publicKey !== undefined && privateKey !== undefined;
  // The file is opened only when something is missing, so that a broken one does not disturb anybody else.
  const profile = complete ? {} : readProfile(env);
  const find = (key: keyof Credentials, value: string | undefined) => value ?? profile[key] ?? missing(key);
  const groupId = early("groupId") ?? profile.groupId;
  return {
    url: find("url", url),
    publicKey: find("publicKey", publicKey),
    privateKey: find("privateKey", privateKey),
    ...(groupId === undefined ? {} : { groupId }),
    staleDraft: staleDraftOf(configured("staleDraft")),
  };
}

function missing(key: keyof Credentials): never {
  throw new ConfigurationError(
    `${key} is not configured; set it in one of: ` +
      `new appstead.Provider(name, { ${key}: … }), ` +
      `pulumi config set ${key === "privateKey" ? "--secret " : ""}${configNamespace}:${key}, ` +
      `the environment variable ${variables[key]}, ` +
      `or a profile in ~/.config/appstead/credentials.json (chosen by APPSTEAD_PROFILE)`,
  );
}

function staleDraftOf(value: string | undefined): StaleDraft {
  if (value === undefined) return "fail";
  if (isStaleDraft(value)) return value;
  throw new ConfigurationError(
    `staleDraft: ${JSON.stringify(value)} is not one of ${staleDraftChoices.join(", ")}`,
  );
}

function isStaleDraft(value: string): value is StaleDraft {
  return staleDraftChoices.includes(value);
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
