import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveConfiguration } from "@appstead/provider/internal/configuration/configuration";

const complete = { url: "http://a", groupId: "g", publicKey: "pub", privateKey: "priv" };
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "appstead-config-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function writeProfiles(text: string): void {
  mkdirSync(join(home, ".config/appstead"), { recursive: true });
  writeFileSync(join(home, ".config/appstead/credentials.json"), text);
}

function raw(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [`appstead:${key}`, value]));
}

const environment = {
  APPSTEAD_URL: "http://env",
  APPSTEAD_GROUP_ID: "env-group",
  APPSTEAD_PUBLIC_KEY: "env-pub",
  APPSTEAD_PRIVATE_KEY: "env-priv",
};

test("configuration: pulumi's configuration wins over the environment, and that over the profile", () => {
  writeProfiles(JSON.stringify({ default: complete }));
  expect(
    resolveConfiguration(raw({ url: "http://raw" }), { HOME: home, APPSTEAD_PUBLIC_KEY: "env-pub" }),
  ).toEqual({
    url: "http://raw",
    groupId: "g",
    publicKey: "env-pub",
    privateKey: "priv",
    staleDraft: "fail",
  });
});

test("configuration: the environment alone is enough", () => {
  expect(resolveConfiguration({}, { HOME: home, ...environment })).toEqual({
    url: "http://env",
    groupId: "env-group",
    publicKey: "env-pub",
    privateKey: "env-priv",
    staleDraft: "fail",
  });
});

test("configuration: APPSTEAD_PROFILE chooses the profile, XDG_CONFIG_HOME its folder", () => {
  writeProfiles(JSON.stringify({ default: complete, work: { ...complete, url: "http://work" } }));
  const env = { XDG_CONFIG_HOME: join(home, ".config"), HOME: "/nowhere", APPSTEAD_PROFILE: "work" };
  expect(resolveConfiguration({}, env).url).toBe("http://work");
});

test("configuration: without the project it is left out", () => {
  const { groupId: _, ...rest } = complete;
  expect(resolveConfiguration(raw(rest), { HOME: home })).not.toHaveProperty("groupId");
});

test("configuration: an empty text counts as not set", () => {
  expect(resolveConfiguration(raw({ ...complete, url: "" }), { HOME: home, ...environment }).url).toBe(
    "http://env",
  );
});

test.each(["url", "publicKey", "privateKey"] as const)(
  "configuration: a missing %s is one error that names the four places",
  key => {
    const { [key]: _, ...rest } = complete;
    expect(() => resolveConfiguration(raw(rest), { HOME: home })).toThrow(
      new RegExp(
        `^${key} is not configured.*appstead\\.Provider.*pulumi config set.*appstead:${key}.*APPSTEAD_.*credentials\\.json`,
      ),
    );
  },
);

test.each([
  ["not JSON", "{secret", /credentials\.json is not a JSON object/],
  ["a list", "[]", /credentials\.json is not a JSON object/],
])("configuration: a profile file that is %s is named without its text", (_, text, message) => {
  writeProfiles(text);
  const attempt = () => resolveConfiguration({}, { HOME: home });
  expect(attempt).toThrow(message);
  expect(attempt).not.toThrow(/\{secret/);
});

test("configuration: a profile that is not there is an error that lists those that are", () => {
  writeProfiles(JSON.stringify({ work: complete }));
  expect(() => resolveConfiguration({}, { HOME: home, APPSTEAD_PROFILE: "wrok" })).toThrow(
    /has no profile wrok; it has: work/,
  );
});

test("configuration: a broken profile file does not disturb a configuration that needs none", () => {
  writeProfiles("{");
  expect(resolveConfiguration(raw(complete), { HOME: home }).url).toBe("http://a");
});

test.each(["fail", "discard", "adopt"])("configuration: staleDraft may be %s", staleDraft => {
  expect(resolveConfiguration(raw({ ...complete, staleDraft }), { HOME: home }).staleDraft).toBe(staleDraft);
});

test("configuration: another staleDraft is an error that lists the choices", () => {
  expect(() => resolveConfiguration(raw({ ...complete, staleDraft: "keep" }), { HOME: home })).toThrow(
    'staleDraft: "keep" is not one of fail, discard, adopt',
  );
});
