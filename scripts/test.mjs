import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bootstrap } from "./bootstrap.mjs";
import { testEnvironment } from "./lib/environment.mjs";
import { runForeground } from "./lib/foreground.mjs";
import { nodeModules, root } from "./lib/paths.mjs";
import { log, runScript } from "./lib/run-script.mjs";

const jest = join(nodeModules, "jest", "bin", "jest.js");

/** Runs the tests; arguments go to jest: `npm test -- test/sdk`. Ends with the numbers. */
async function test() {
  const workspace = await bootstrap();
  const folder = mkdtempSync(join(tmpdir(), "appstead-test-"));
  const report = join(folder, "report.json");
  const args = [
    jest,
    "-c",
    "test/jest.config.cjs",
    "--json",
    "--outputFile",
    report,
    ...process.argv.slice(2),
  ];
  try {
    // jest's report goes to the file and, as --json has it, to standard output: only the file is read.
    const exitCode = await runForeground(workspace.node, args, {
      cwd: root,
      env: testEnvironment(workspace),
      stdout: "ignore",
    });
    process.exitCode = summarize(readReport(report), exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The part of jest's report that is used.
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numRuntimeErrorTestSuites files that could not even be loaded
 * @property {{assertionResults: {status: string, fullName: string}[]}[]} testResults one for each file
 */

/** @param {string} path @returns {Report | undefined} */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * @param {Report | undefined} report
 * @param {number} exitCode jest's
 * @returns {number} ours
 */
function summarize(report, exitCode) {
  if (report === undefined) {
    log("\nerror: jest has written no report, see above.");
    return exitCode || 1;
  }
  const all = report.testResults.flatMap(file => file.assertionResults);
  const skipped = all.filter(({ status }) => ["pending", "skipped", "todo", "disabled"].includes(status));
  const passed = report.numPassedTests;
  // A file that cannot even be loaded has no test of its own to count.
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  if (skipped.length > 0) log(`\nskipped:\n${skipped.map(({ fullName }) => `  ${fullName}`).join("\n")}`);
  if (passed + failed === 0) log("\nerror: no test has run.");
  process.stdout.write(
    `\n${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}\n`,
  );
  return passed + failed === 0 ? 1 : failed > 0 ? exitCode || 1 : exitCode;
}

runScript(test);
