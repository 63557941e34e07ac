import { execFileSync } from "node:child_process";
import {
  givenKey,
  identityKey,
  importKey,
  originKey,
  providerKey,
  providerText,
  typeToken,
} from "@appstead/provider/internal/abi";
import { kinds } from "@appstead/sdk";

// What is written here is in users' states: a failure means that their stacks would break.
const golden = [
  ["App", "app"],
  ["Secret", "secret"],
  ["DataSource", "data-source"],
  ["Function", "function"],
  ["Value", "value"],
  ["AuthProvider", "auth-provider"],
  ["DefaultRule", "default-rule"],
  ["Rule", "rule"],
  ["Schema", "schema"],
  ["CustomResolver", "custom-resolver"],
  ["Trigger", "trigger"],
  ["LogForwarder", "log-forwarder"],
  ["SyncConfig", "sync-config"],
] as const;

const methods = ["check", "configure", "create", "delete", "diff", "read", "update"];

/** What a fresh process has loaded after it has run a script. */
function inFreshProcess(script: string): string[] {
  const text = `${script}; process.stdout.write(JSON.stringify(result)); process.exit(0)`;
  return JSON.parse(
    execFileSync(process.execPath, ["-e", text], { cwd: __dirname, encoding: "utf8" }),
  ) as string[];
}

test("abi: the golden list has every kind", () => {
  expect([...golden].map(([name]) => name).sort()).toEqual(kinds.map(kind => kind.name).sort());
});

test.each(golden)("abi: type token, provider text and methods of %s are frozen", (name, slug) => {
  expect(typeToken(name)).toBe(`pulumi-nodejs:dynamic/appstead:${name}`);
  expect(providerText(slug)).toBe(`exports.handler=()=>require("@appstead/provider/dynamic/${slug}")`);
  expect(Object.keys(require(`@appstead/provider/dynamic/${slug}`)).sort()).toEqual(methods);
});

test.each(golden)("abi: the module of %s loads no other kind", (_, slug) => {
  const loaded = inFreshProcess(
    `require("@appstead/provider/dynamic/${slug}"); const result = Object.keys(require.cache)`,
  );
  const definitions = loaded
    .filter(file => /sdk.dist.resources/.test(file))
    .map(file => file.replace(/.*resources./, ""));
  const others = golden.map(([, other]) => other).filter(other => other !== slug);
  const foreign = definitions.filter(file =>
    others.some(other => file === `${other}.js` || file === `${other}/index.js`),
  );
  expect(definitions.length).toBeGreaterThan(0);
  expect(foreign).toEqual([]);
});

test("abi: hidden properties keep their names", () => {
  expect([providerKey, identityKey, givenKey, originKey, importKey]).toEqual([
    "__provider",
    "__key",
    "__set",
    "__origin",
    "__import",
  ]);
});
