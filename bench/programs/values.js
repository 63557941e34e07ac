// One app with BENCH_COUNT values.
const { App, Value } = require("@appstead/provider");

const app = new App("bench", { name: "bench" });
for (let i = 0; i < Number(process.env.BENCH_COUNT); i++) {
  new Value(`v${i}`, {
    appId: app.id,
    name: `v${i}`,
    private: false,
    value: { n: i, round: process.env.BENCH_ROUND },
  });
}
