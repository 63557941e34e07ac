import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { transformSync } from "@swc/core";
import type { PulumiStack } from "../harness/pulumi-stack";

const root = join(__dirname, "../..");
const pages = join(root, "docs/resources");
const examples = join(root, "examples");

/** A complete program as its user would have it: paths of its files, `index.ts` among them, and texts. */
export interface ExampleProgram {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Examples of all reference pages, named after their page and their place on it. */
export function pageExamples(): ExampleProgram[] {
  return readdirSync(pages).flatMap(page => {
    const blocks = readFileSync(join(pages, page), "utf8").matchAll(/^```ts\n(.*?)^```$/gms);
    return [...blocks].map(([, source = ""], index) => ({
      name: `${page.replace(".md", "")}-${index + 1}`,
      files: new Map([["index.ts", source]]),
    }));
  });
}

/** The folders of `examples/`. */
export function exampleFolders(): ExampleProgram[] {
  return readdirSync(examples).map(name => {
    const folder = join(examples, name);
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && !entry.parentPath.includes("node_modules"))
      .map(entry => relative(folder, join(entry.parentPath, entry.name)));
    return { name, files: new Map(paths.map(path => [path, readFileSync(join(folder, path), "utf8")])) };
  });
}

/** Makes an example the program of a stack. */
export async function writeExample(stack: PulumiStack, example: ExampleProgram): Promise<void> {
  await writeFiles(join(stack.dir, "program"), example);
  await stack.writeProgram('module.exports = require("./program");\n');
}

/**
 * Makes several examples one program, so that the engine starts once for all of them.
 * Each imports the package through a view that puts the example's name before those of its resources and its app:
 * on their own stacks examples may use the same names, here they would collide. Nothing else is changed.
 */
export async function writeGallery(stack: PulumiStack, programs: readonly ExampleProgram[]): Promise<void> {
  for (const program of programs) {
    const folder = join(stack.dir, program.name);
    await writeFiles(folder, program);
    await writeFiles(join(folder, "node_modules/@appstead/provider"), {
      name: program.name,
      files: new Map([["index.js", renamingView(program.name)]]),
    });
  }
  const exported = programs.map(({ name }) => `  "${name}": require("./${name}"),\n`).join("");
  await stack.writeProgram(`module.exports = {\n${exported}};\n`);
}

function renamingView(example: string): string {
  return `const appstead = require(${JSON.stringify(require.resolve("@appstead/provider"))});
const classes = Object.entries(appstead).map(([kind, Class]) => [kind, class extends Class {
  constructor(name, args, options) {
    super("${example}/" + name, kind === "App" ? { ...args, name: "${example}" } : args, options);
  }
}]);
module.exports = Object.fromEntries(classes);
`;
}

/** The engine would load a compiler anew for each of its operations; so the files are compiled here. */
async function writeFiles(folder: string, { files }: ExampleProgram): Promise<void> {
  for (const [path, text] of files) {
    const target = join(folder, path.replace(/\.ts$/, ".js"));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, path.endsWith(".ts") ? compiled(text) : text);
  }
}

function compiled(source: string): string {
  const parser = { syntax: "typescript" } as const;
  return transformSync(source, { jsc: { parser, target: "es2023" }, module: { type: "commonjs" } }).code;
}
