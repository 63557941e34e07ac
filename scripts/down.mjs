import { withFileLock } from "../tools/pulumi/file-lock.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { describeChanges } from "./lib/engine-events.mjs";
import { commandEnvironment } from "./lib/environment.mjs";
import { files } from "./lib/paths.mjs";
import { log, ReportedError, runScript } from "./lib/run-script.mjs";
import { ensureService, stopService } from "./lib/service.mjs";
import { runUpdate, stackExists, stackHasResources } from "./lib/stack.mjs";

/** Destroys what `up` has made and stops the service. Does nothing when there is nothing. */
async function down() {
  /** @param {string} holder */
  const onWait = holder => log(`waiting for ${holder}, which is changing the stack ...`);
  await withFileLock(files.commandLock, { onWait }, async () => {
    const lines = [];
    let exitCode = 0;
    if (stackExists()) {
      const destroyed = await destroy().catch(async error => {
        await stopService();
        throw error;
      });
      exitCode = destroyed.exitCode;
      lines.push(...describeChanges(destroyed.changes));
      if (exitCode === 0) lines.push("removed the stack");
    }
    if (await stopService()) lines.push("stopped the service");
    if (exitCode !== 0) {
      log(
        "\nThe stack could not be destroyed, see above; the service is stopped. Run `npm run down` again to retry,",
      );
      log(`or remove ${files.data} and ${files.backend} to forget the apps and the stack.`);
      throw new ReportedError(exitCode);
    }
    process.stdout.write(
      lines.length === 0 ? "Nothing is up.\n" : `\n${lines.map(line => `  ${line}`).join("\n")}\n`,
    );
  });
}

async function destroy() {
  const workspace = await bootstrap();
  // Deleting needs the service, even if it was stopped in between.
  const service = stackHasResources() ? await ensureService(workspace, log) : undefined;
  const result = await runUpdate(["destroy", "--remove"], commandEnvironment(workspace, service));
  service?.keep();
  return result;
}

runScript(down);
