import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** Everything that the scripts keep is in here; git ignores it. */
export const stateFolder = join(root, ".appstead");

export const files = {
  data: join(stateFolder, "data"),
  adminKey: join(stateFolder, "data", "admin-key.json"),
  backend: join(stateFolder, "state"),
  pulumiHome: join(stateFolder, "pulumi-home"),
  passphrase: join(stateFolder, "passphrase"),
  service: join(stateFolder, "service.json"),
  serviceLog: join(stateFolder, "service.log"),
  events: join(stateFolder, "events.json"),
  compileCache: join(stateFolder, "compile-cache"),
  build: join(stateFolder, "build.json"),
  bootstrapLock: join(stateFolder, "bootstrap.lock"),
  commandLock: join(stateFolder, "command.lock"),
};

export const nodeModules = join(root, "node_modules");
export const cliProgram = join(root, "cli", "dist", "bin", "appstead.js");
