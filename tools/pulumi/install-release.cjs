// Installs a release of Pulumi into a folder. A process of its own, so that it can be ended with all that it starts.
const { PulumiCommand } = require("@pulumi/pulumi/automation");

const connectTimeoutMs = 5000;
const installer = "https://get.pulumi.com/install.sh";

/** Without it, an unreachable network would be noticed only when the download gives up after minutes. */
async function connect() {
  try {
    const answer = await fetch(installer, { method: "HEAD", signal: AbortSignal.timeout(connectTimeoutMs) });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  } catch (error) {
    throw new Error(`cannot reach ${installer}: ${error.cause?.message || error.message}`);
  }
}

const [, , root, version] = process.argv;
connect()
  .then(() => PulumiCommand.install({ root, version }))
  .then(
    () => process.exit(0),
    error => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exit(1);
    },
  );
