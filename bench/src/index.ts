import { parseArgs } from "node:util";
import { engineBench, type Size } from "./engine-bench";
import { Report } from "./report";
import { serviceBench } from "./service-bench";

const sizes: readonly Size[] = [
  { count: 100, checkpoints: true, limits: [1.5, 1.2] },
  { count: 100, checkpoints: false },
  { count: 1_000, checkpoints: true, limits: [1.2, 1.1] },
  { count: 1_000, checkpoints: false },
];

const help = `Measures ratios in one run.

  npm run bench -- [--only engine|service] [--size N] [--rounds N]

  --only    only the engine's part or only the service's
  --size    only stacks of this many resources (100 or 1000)
  --rounds  interleaved rounds per size; default 3
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      size: { type: "string" },
      rounds: { type: "string", default: "3" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const report = new Report();
  if (values.only !== "engine") await serviceBench(report);
  if (values.only !== "service") {
    for (const size of sizes.filter(
      ({ count }) => values.size === undefined || Number(values.size) === count,
    )) {
      await engineBench(report, size, Number(values.rounds));
    }
  }
  if (!report.passed) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
