import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The name under which the engine knows our own code; its frames are left out of stacks. */
export const sandboxFile = "appstead:sandbox";

function moduleText(folder: string, file: string): string {
  const source = readFileSync(path.join(folder, file), "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "");
  return `${JSON.stringify(`./${file.slice(0, -3)}`)}: function (exports, require) {${source}\n}`;
}

/** Joins the compiled files of the sandbox folder into one script whose value are the doors of `main`. */
export function readSandboxScript(): string {
  const folder = path.join(__dirname, "..", "sandbox");
  const modules = readdirSync(folder)
    .filter(file => file.endsWith(".js"))
    .map(file => moduleText(folder, file));
  return `(function () {
const modules = {${modules.join(",\n")}};
const loaded = {};
function load(name) {
  if (loaded[name] === undefined) modules[name]((loaded[name] = {}), load);
  return loaded[name];
}
return load("./main").doors;
})()`;
}
