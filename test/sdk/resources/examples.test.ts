import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { kinds, variantsOf } from "@appstead/sdk";
import ts from "typescript";

const pages = join(__dirname, "../../../docs/resources");

/** Programs of all reference pages, by the name of a file that they could stand in. */
function programs(): Map<string, string> {
  const slugs = readdirSync(pages).filter(name => name !== "README.md");
  const found = slugs.flatMap(name => {
    const blocks = [...readFileSync(join(pages, name), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)];
    return blocks.map((block, index): [string, string] => [
      join(__dirname, `${name}-${index}.ts`),
      block[1] ?? "",
    ]);
  });
  return new Map(found);
}

/** What the compiler says of programs that are only in memory. */
function diagnostics(files: Map<string, string>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: false,
    noUnusedLocals: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.Node20,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = path => files.has(path) || fileExists(path);
  host.readFile = path => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, language, ...rest) => {
    const text = files.get(path);
    if (text === undefined) return getSourceFile(path, language, ...rest);
    return ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText, start }) => {
    const line = file && start !== undefined ? ts.getLineAndCharacterOfPosition(file, start).line + 1 : 0;
    return `${file?.fileName.slice(dirname(__filename).length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

test("reference pages: there is one for each kind, with an example for each variant", () => {
  for (const kind of kinds) {
    const count = [...programs().keys()].filter(name => name.includes(`/${kind.slug}.md-`)).length;
    expect([kind.slug, count]).toEqual([kind.slug, variantsOf(kind).length]);
  }
});

test("reference pages: every example compiles strictly", () => {
  expect(diagnostics(programs())).toEqual([]);
});

test("reference pages: an example with a mistake would not compile", () => {
  const [[path = "", text = ""] = []] = programs();
  const wrong = new Map([[path, text.replace('name: "shop"', "name: 3")]]);
  expect(diagnostics(wrong)).toEqual([expect.stringContaining("'number' is not assignable")]);
});
