import { withFileLock } from "../tools/pulumi/file-lock.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { callAsClient, curlLine } from "./lib/client-call.mjs";
import { describeChanges, total } from "./lib/engine-events.mjs";
import { commandEnvironment } from "./lib/environment.mjs";
import { files } from "./lib/paths.mjs";
import { log, ReportedError, runScript } from "./lib/run-script.mjs";
import { ensureService } from "./lib/service.mjs";
import { ensureStack, runUpdate } from "./lib/stack.mjs";
import { bold } from "./lib/terminal.mjs";

/** Brings the quickstart up on the embedded service and calls it. */
async function up() {
  const workspace = await bootstrap();
  /** @param {string} holder */
  const onWait = holder => log(`waiting for ${holder}, which is changing the stack ...`);
  await withFileLock(files.commandLock, { onWait }, async () => {
    const service = await ensureService(workspace, log);
    const env = commandEnvironment(workspace, service);
    await ensureStack(env);
    const { exitCode, changes, outputs } = await runUpdate(["up", "--suppress-outputs"], env);
    service.keep();
    if (exitCode !== 0) {
      log("\nThe deployment failed, see above. Correct it and run `npm run up` again: it goes on from here.");
      log("The service keeps running until `npm run down`.");
      throw new ReportedError(exitCode);
    }
    await report(service.url, changes, outputs);
  });
}

/**
 * @param {string} url
 * @param {import("./lib/engine-events.mjs").Changes} changes
 * @param {Record<string, unknown>} outputs
 */
async function report(url, changes, outputs) {
  const { appId, clientAppId, example } = readOutputs(outputs);
  const { clientUrl, answer } = await callAsClient(url, clientAppId, example);
  const done = describeChanges(changes);
  const args = example.arguments.map(argument => JSON.stringify(argument)).join(", ");
  const lines = [
    "",
    bold(
      done.length === 0
        ? `Nothing changed: all ${total(changes.unchanged)} resources are up to date.`
        : "The app is up.",
    ),
    "",
    ...done.map(line => `  ${line}`),
    `  app id      ${clientAppId} (${appId})`,
    `  client URL  ${clientUrl}`,
    `  called      ${example.function}(${args})`,
    `  answer      ${answer}`,
    "",
    "Call it yourself:",
    "",
    curlLine(clientUrl, example),
    "",
    "Stop it with: npm run down",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** @param {Record<string, unknown>} outputs of the stack */
function readOutputs(outputs) {
  const { appId, clientAppId, try: example } = outputs;
  if (typeof appId !== "string" || typeof clientAppId !== "string" || !isTry(example))
    throw new Error(
      "The program deployed, but has not exported what is needed to call it: `appId`, `clientAppId` and " +
        "`try` ({function, arguments}).",
    );
  return { appId, clientAppId, example };
}

/** @param {unknown} value @returns {value is import("./lib/client-call.mjs").Try} */
function isTry(value) {
  return (
    typeof value === "object" &&
    value !== null &&
    "function" in value &&
    typeof value.function === "string" &&
    "arguments" in value &&
    Array.isArray(value.arguments)
  );
}

runScript(up);
