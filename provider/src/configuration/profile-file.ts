import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "@appstead/sdk/definition/walk";
import { ConfigurationError } from "../errors";

/** Environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a profile may hold; every setting is optional. */
export interface Credentials {
  readonly url?: string;
  readonly groupId?: string;
  readonly publicKey?: string;
  readonly privateKey?: string;
}

const keys = ["url", "groupId", "publicKey", "privateKey"] as const;

/** Path of the profile file: `$XDG_CONFIG_HOME/appstead/credentials.json`, by default below `~/.config`. */
export function profilePath(env: Environment): string {
  const base = env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config");
  return join(base, "appstead", "credentials.json");
}

/**
 * The profile named by `APPSTEAD_PROFILE`, or `default`; empty when there is no file.
 * The file is an object of profiles: `{"default": {"url": …, "groupId": …, "publicKey": …, "privateKey": …}}`.
 *
 * @throws ConfigurationError when the file is unreadable or a profile that was asked for is not in it
 */
export function readProfile(env: Environment): Credentials {
  const path = profilePath(env);
  const wanted = env["APPSTEAD_PROFILE"];
  const text = readText(path);
  if (text === undefined) {
    if (wanted) throw new ConfigurationError(`APPSTEAD_PROFILE is ${wanted}, but ${path} does not exist`);
    return {};
  }
  const profiles = parseProfiles(path, text);
  const profile = profiles[wanted || "default"];
  if (profile === undefined && wanted) {
    const known = Object.keys(profiles).join(", ") || "none";
    throw new ConfigurationError(`${path} has no profile ${wanted}; it has: ${known}`);
  }
  return credentialsOf(profile);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isJsonObject(error) && error["code"] === "ENOENT") return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`cannot read the profile file: ${reason}`);
  }
}

function parseProfiles(path: string, text: string): Record<string, unknown> {
  // The parser's own message quotes the text, which holds keys: it must not be passed on.
  try {
    const parsed: unknown = JSON.parse(text);
    if (isJsonObject(parsed)) return parsed;
  } catch {}
  throw new ConfigurationError(`${path} is not a JSON object of profiles; correct it or remove it`);
}

function credentialsOf(profile: unknown): Credentials {
  if (!isJsonObject(profile)) return {};
  const entries = keys.flatMap(key => {
    const value = profile[key];
    return typeof value === "string" && value !== "" ? [[key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}
