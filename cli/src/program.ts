import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, Option } from "commander";
import type { ConnectionOptions } from "./admin-connection";
import type { SetClusterOptions } from "./commands/clusters";
import type { ServeOptions } from "./commands/serve";
import { usageError } from "./exit-code";

const logLevels = ["silent", "error", "warn", "info", "debug"];

/** Where the service keeps its data unless told otherwise: beside the project that it belongs to. */
const defaultDataDir = join(".appstead", "data");

/** The command line: every command's module is loaded when it runs. */
export function createProgram(): Command {
  const program = new Command("appstead")
    .description("An application backend that anyone can host, managed as code.")
    .version(version(), "--version", "print the version")
    .helpOption("--help", "print this help")
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError("(see `appstead --help`)")
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "appstead: ")) });
  addServe(program);
  addClusters(program);
  return program;
}

function addServe(program: Command): void {
  program
    .command("serve")
    .description("run the service")
    .option(
      "--data <dir>",
      "folder for the data, the service's key and the first admin key",
      notEmpty("--data"),
      defaultDataDir,
    )
    .option("--port <n>", "port to listen on; 0 picks a free one", readPort, 9090)
    .option("--host <h>", "address to listen on", notEmpty("--host"), "127.0.0.1")
    .option(
      "--mongodb-uri <uri>",
      "keep everything in this MongoDB instead of the embedded store",
      notEmpty("--mongodb-uri"),
    )
    .option("--json", "print one line of JSON on standard output when ready", false)
    .addOption(
      new Option("--log-level <level>", "what goes to standard error").choices(logLevels).default("info"),
    )
    .allowExcessArguments(false)
    .action((options: ServeOptions) => {
      const { serve }: typeof import("./commands/serve") = require("./commands/serve");
      return serve(options);
    });
}

function addClusters(program: Command): void {
  const clusters = program
    .command("clusters")
    .description(
      "named database connections of a project; a name that was never set lives in the service's own database",
    );
  const connected = (command: Command) =>
    command
      .option("--url <url>", "address of the service (default: APPSTEAD_URL, else as in the key file)")
      .option("--group <id>", "project (default: APPSTEAD_GROUP_ID, else the key pair's)")
      .option(
        "--key-file <file>",
        "key pair to use when APPSTEAD_PUBLIC_KEY and APPSTEAD_PRIVATE_KEY are not set",
        keyFile(),
      )
      .allowExcessArguments(false);
  connected(clusters.command("list").description("print the clusters that point elsewhere")).action(
    (options: ConnectionOptions) => {
      const { listClusters }: typeof import("./commands/clusters") = require("./commands/clusters");
      return listClusters(options);
    },
  );
  connected(
    clusters
      .command("set <name>")
      .description("point a cluster to a MongoDB; its address is kept encrypted")
      .requiredOption("--uri <uri>", "mongodb:// or mongodb+srv:// address; `-` reads it from standard input")
      .option("--no-check", "do not test whether the address answers"),
  ).action((name: string, options: SetClusterOptions) => {
    const { setCluster }: typeof import("./commands/clusters") = require("./commands/clusters");
    return setCluster(name, options);
  });
  connected(
    clusters.command("remove <name>").description("let a cluster live in the service's own database again"),
  ).action((name: string, options: ConnectionOptions) => {
    const { removeCluster }: typeof import("./commands/clusters") = require("./commands/clusters");
    return removeCluster(name, options);
  });
}

const keyFile = () => join(defaultDataDir, "admin-key.json");

/** A shell variable that is not set must not become the current folder, or every address of the machine. */
function notEmpty(option: string): (text: string) => string {
  return text => {
    if (text.trim() === "") throw usageError(`${option} must not be empty`);
    return text;
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw usageError(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}`);
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "";
}
