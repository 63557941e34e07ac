// The program of the acceptance tests: makes the resources that resources.json in the working directory lists.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const appstead = require("@appstead/provider");

const specs = JSON.parse(readFileSync(join(process.cwd(), "resources.json"), "utf8"));
const made = new Map();

/** Replaces "<Kind:name>" by the id of that resource, at any depth. */
function resolve(value) {
  if (typeof value === "string") {
    const match = /^<(\w+):([^>]+)>$/.exec(value);
    return match ? resource(match[1], match[2]).id : value;
  }
  if (Array.isArray(value)) return value.map(resolve);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
}

function resource(kind, name) {
  const found = made.get(`${kind}:${name}`);
  if (!found) throw new Error(`resources.json: no ${kind} ${name} before its use`);
  return found;
}

for (const { kind, name, args, options = {} } of specs) {
  const { dependsOn, provider, ...rest } = options;
  const refer = text => resource(...text.split(":"));
  made.set(
    `${kind}:${name}`,
    new appstead[kind](name, resolve(args), {
      ...rest,
      ...(dependsOn ? { dependsOn: dependsOn.map(refer) } : {}),
      ...(provider ? { provider: refer(provider) } : {}),
    }),
  );
}

module.exports = Object.fromEntries([...made].map(([key, item]) => [key, item.id]));
