// The resources of values.js, of a provider that does nothing: the same arguments and dependencies.
const { join } = require("node:path");
const pulumi = require("@pulumi/pulumi");

const text = `exports.handler=()=>require(${JSON.stringify(join(__dirname, "noop-provider.js"))})`;

class Noop extends pulumi.CustomResource {
  constructor(type, name, args) {
    super(`pulumi-nodejs:dynamic/bench:${type}`, name, { ...args, __provider: text });
  }
}

const app = new Noop("App", "bench", { name: "bench" });
for (let i = 0; i < Number(process.env.BENCH_COUNT); i++) {
  new Noop("Value", `v${i}`, {
    appId: app.id,
    name: `v${i}`,
    private: false,
    value: { n: i, round: process.env.BENCH_ROUND },
  });
}
