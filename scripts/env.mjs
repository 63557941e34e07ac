import { delimiter } from "node:path";
import { bootstrap } from "./bootstrap.mjs";
import { foreignVariables, pathFolders, pulumiVariables, serviceVariables } from "./lib/environment.mjs";
import { log, runScript } from "./lib/run-script.mjs";
import { findService } from "./lib/service.mjs";
import { quote } from "./lib/shell.mjs";

/** Prints what `eval "$(npm run -s env)"` needs for a shell in which plain `pulumi` works on the local stack. */
async function env() {
  const workspace = await bootstrap();
  const service = await findService();
  if (service === undefined) log("The service is not running: `npm run up` starts it.");
  const variables = { ...pulumiVariables(), ...(service && serviceVariables(service)) };
  const lines = [
    `export PATH=${quote(pathFolders(workspace).join(delimiter))}${delimiter}"$PATH"`,
    ...Object.entries(variables).map(([name, value]) => `export ${name}=${quote(value)}`),
    ...foreignVariables().flatMap(name => (name in variables ? [] : [`unset ${name}`])),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

runScript(env);
