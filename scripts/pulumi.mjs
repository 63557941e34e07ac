import { spawn } from "node:child_process";
import { exitOf } from "../tools/pulumi/child-process.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { commandEnvironment } from "./lib/environment.mjs";
import { root } from "./lib/paths.mjs";
import { log, runScript } from "./lib/run-script.mjs";
import { findService } from "./lib/service.mjs";
import { ensureStack, removeStaleLocks } from "./lib/stack.mjs";

/** Commands that are about the stack that `npm run up` uses, which therefore has to exist. */
const stackCommands = new Set(["config", "destroy", "import", "preview", "refresh", "state", "up", "update"]);

/** Runs any Pulumi command at the checkout's root, with the engine, the stack and the service of `npm run up`. */
async function pulumi() {
  const args = process.argv.slice(2);
  const workspace = await bootstrap();
  const service = await findService();
  const env = commandEnvironment(workspace, service);
  const command = args.find(arg => !arg.startsWith("-"));
  if (command !== undefined && stackCommands.has(command)) {
    if (service === undefined) log("The service is not running: `npm run up` starts it.");
    removeStaleLocks();
    await ensureStack(env);
  }
  // In our own process group, since only the terminal's foreground group may read from it. So Ctrl-C reaches Pulumi
  // without us, and we wait for it to finish.
  const child = spawn("pulumi", args, { cwd: root, env, stdio: "inherit" });
  process.on("SIGINT", () => {
    if (!process.stdin.isTTY) child.kill("SIGINT");
  });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const { code, error } = await exitOf(child);
  if (error) throw new Error(`pulumi could not be started: ${error.message}`);
  process.exitCode = code ?? 1;
}

runScript(pulumi);
