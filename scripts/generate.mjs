// Writes the Pulumi classes and the reference pages from the definitions of the kinds.
// `--check` writes nothing, compares and fails with the list of stale files.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const checking = process.argv.includes("--check");
const unknown = process.argv.slice(2).filter(argument => argument !== "--check");

if (unknown.length > 0) fail(`generate: unknown argument ${unknown.join(" ")}; the only one is --check`);
buildDefinitions();
const { generatedFiles, generatedFolders } = await import("./generate/generated-files.mjs");
const files = generatedFiles();
const stale = [...changedFiles(), ...strayFiles()];
if (checking && stale.length > 0) {
  fail(
    `generate: these files are stale; run \`npm run generate\` and commit them:\n${stale.map(path => `  ${path}`).join("\n")}`,
  );
}
if (!checking) writeFiles();
console.log(
  checking ? `${files.size} generated files are up to date` : `wrote ${stale.length} of ${files.size} files`,
);

/** The definitions are read from the built package, so it must be as new as its sources. */
function buildDefinitions() {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-b", "sdk"], { cwd: root, stdio: "inherit" });
  if (status !== 0) fail("generate: the definitions do not compile; see above");
}

/** Paths of files that are not yet what they should be. */
function changedFiles() {
  return [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
}

/** Files of kinds that are no more. */
function strayFiles() {
  return generatedFolders.flatMap(folder => entries(folder).filter(path => !files.has(path)));
}

function writeFiles() {
  for (const path of strayFiles()) rmSync(join(root, path));
  for (const [path, text] of files) {
    if (read(path) === text) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** @param {string} path */
function read(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
}

/** @param {string} folder */
function entries(folder) {
  return existsSync(join(root, folder))
    ? readdirSync(join(root, folder)).map(name => `${folder}/${name}`)
    : [];
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}
