import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { CommandError, runCommand } from "../tools/pulumi/child-process.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { testEnvironment } from "./lib/environment.mjs";
import { nodeModules, root } from "./lib/paths.mjs";
import { ReportedError, runScript } from "./lib/run-script.mjs";

/** @param {string[]} path within node_modules */
const tool = (...path) => join(nodeModules, ...path);
const tsc = tool("typescript", "bin", "tsc");

const packages = ["sdk", "docstore", "provider", "policies", "server", "cli", "bench"];
/** What is searched for imports: sources only, their output would count everything twice. */
const roots = [...packages.map(name => `${name}/src`), "examples", "test", "scripts", "tools"];

/** @typedef {[name: string, program: string, ...args: string[]]} Check */

/** What is run, in this order, by our Node. @type {Check[]} */
const checks = [
  ["generated files", join(root, "scripts", "generate.mjs"), "--check"],
  ["format and lint", tool("@biomejs", "biome", "bin", "biome"), "ci", "--colors=off"],
  ["types", tsc, "-b"],
  ["types of the scripts", tsc, "-p", "scripts"],
  ...exampleChecks(),
  ["dead code", tool("knip", "bin", "knip.js"), "--no-progress"],
  [
    "imports",
    tool("dependency-cruiser", "bin", "dependency-cruiser.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    ...roots,
  ],
];

/** Programs are run without type checks, so that an operation starts fast; here they get them. @returns {Check[]} */
function exampleChecks() {
  return readdirSync(join(root, "examples"))
    .map(name => join("examples", name, "tsconfig.check.json"))
    .filter(config => existsSync(join(root, config)))
    .map(config => [`types of ${config}`, tsc, "-p", config]);
}

/** Runs every static check, even after one has failed, and shows the output of those that fail. */
async function check() {
  const workspace = await bootstrap({ compile: false });
  const env = testEnvironment(workspace);
  let failed = 0;
  for (const [name, program, ...args] of checks) {
    if (!existsSync(program)) continue;
    const problem = await runCommand(workspace.node, [program, ...args], {
      cwd: root,
      env,
      keptLines: Number.POSITIVE_INFINITY,
    }).then(
      () => undefined,
      error => error,
    );
    process.stdout.write(`${name}: ${problem === undefined ? "ok" : "failed"}\n`);
    if (problem === undefined) continue;
    failed++;
    const output =
      problem instanceof CommandError && problem.output !== "" ? problem.output : String(problem);
    process.stdout.write(`${output.replaceAll(/^/gm, "  ")}\n`);
  }
  if (failed > 0) throw new ReportedError(1);
}

runScript(check);
