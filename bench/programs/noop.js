// BENCH_COUNT resources whose provider does nothing.
const { join } = require("node:path");
const pulumi = require("@pulumi/pulumi");

const text = `exports.handler=()=>require(${JSON.stringify(join(__dirname, "noop-provider.js"))})`;

class Noop extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic/bench:Noop", name, { ...args, __provider: text });
  }
}

for (let i = 0; i < Number(process.env.BENCH_COUNT); i++) {
  new Noop(`v${i}`, { name: `v${i}`, private: false, value: { n: i, round: process.env.BENCH_ROUND } });
}
