import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(__dirname, "../..");

/** Packages in the order in which they depend on each other. */
const packages = ["sdk", "docstore", "provider", "policies", "server", "cli"];

/** A folder outside the workspace in which the packed packages are installed, as a user would have them. */
export interface CleanInstall {
  readonly dir: string;
  /** Path of a Node binary of this major version, installed beside the packages. */
  node(major: 20 | 24): string;
  /** Writes a file and runs it; returns what it printed. */
  runFile(node: string, name: string, source: string): Promise<string>;
  remove(): Promise<void>;
}

/** Packs every package and installs the tarballs with their dependencies and both Node versions. */
export async function installPacked(): Promise<CleanInstall> {
  const dir = await mkdtemp(join(tmpdir(), "appstead-packed-"));
  const tarballs = await Promise.all(packages.map(name => pack(name, dir)));
  await writeFile(join(dir, "package.json"), JSON.stringify({ name: "clean", private: true }));
  await run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--loglevel=error", ...tarballs.map(t => `./${t}`)],
    { cwd: dir },
  );
  for (const major of [20, 24]) await installNode(dir, major);
  return {
    dir,
    node: major => join(dir, `node-${major}`, "node_modules", nodePackage(), "bin", "node"),
    runFile: async (node, name, source) => {
      await writeFile(join(dir, name), source);
      const { stdout } = await run(node, [name], { cwd: dir });
      return stdout.trim();
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

async function pack(name: string, destination: string): Promise<string> {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", destination, "-w", name], {
    cwd: root,
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (!packed) throw new Error(`npm pack of ${name} gave no file`);
  return packed.filename;
}

async function installNode(dir: string, major: number): Promise<void> {
  const own = join(dir, `node-${major}`);
  await mkdir(own);
  await writeFile(join(own, "package.json"), JSON.stringify({ name: `node-${major}`, private: true }));
  await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", `${nodePackage()}@${major}`], {
    cwd: own,
  });
}

function nodePackage(): string {
  return `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
}
