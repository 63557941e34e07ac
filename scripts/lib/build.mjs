import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../tools/pulumi/child-process.mjs";
import { step } from "../../tools/pulumi/progress.mjs";
import { findModernNode } from "./modern-node.mjs";
import { files, nodeModules, root, stateFolder } from "./paths.mjs";

// Tests are compiled as they are loaded, and their types are checked by `npm run check`.
const packages = ["sdk", "docstore", "provider", "policies", "server", "cli", "bench"];
const compiler = join(nodeModules, "typescript", "bin", "tsc");

/**
 * Compiles the workspace unless nothing has changed since it was last compiled.
 * @param {(line: string) => void} log
 * @returns {Promise<string>} a fingerprint of sources and output
 */
export async function ensureBuilt(log) {
  const before = fingerprint();
  if (existsSync(files.build) && readFileSync(files.build, "utf8") === before) return before;
  rmSync(files.build, { force: true });
  await step(log, "compiling (tsc -b)", () =>
    runCommand(findModernNode(), [compiler, "-b", ...packages], { cwd: root }),
  );
  const after = fingerprint();
  mkdirSync(stateFolder, { recursive: true });
  writeFileSync(files.build, after);
  return after;
}

/** Sizes and times of all files that go into or come out of the compiler: reading them takes a few milliseconds. */
function fingerprint() {
  const hash = createHash("sha256");
  /** @param {string} path */
  const add = path => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  };
  /** @param {string} folder */
  const addFolder = folder => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== "node_modules") addFolder(path);
      else if (entry.isFile()) add(path);
    }
  };
  for (const name of ["tsconfig.json", "package-lock.json"]) add(join(root, name));
  for (const name of packages) if (existsSync(join(root, name))) addFolder(join(root, name));
  return hash.digest("hex");
}
