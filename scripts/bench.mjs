import { join } from "node:path";
import { bootstrap } from "./bootstrap.mjs";
import { testEnvironment } from "./lib/environment.mjs";
import { runForeground } from "./lib/foreground.mjs";
import { root } from "./lib/paths.mjs";
import { runScript } from "./lib/run-script.mjs";

/** Runs the benchmarks; arguments go to them. */
async function bench() {
  const workspace = await bootstrap();
  const args = [join(root, "bench", "dist", "index.js"), ...process.argv.slice(2)];
  process.exitCode = await runForeground(workspace.node, args, {
    cwd: root,
    env: testEnvironment(workspace),
  });
}

runScript(bench);
