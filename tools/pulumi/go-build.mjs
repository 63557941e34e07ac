import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./child-process.mjs";
import { engineVersion } from "./engine-cache.mjs";
import { executable, findFolder, isAtLeast } from "./engine-on-path.mjs";

const minimumGo = "1.25.0";
const here = dirname(fileURLToPath(import.meta.url));
const commandLine = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const languageHost = "./language-host";

/**
 * Builds the command line from its Go modules, and our Node language host.
 * @param {string} folder gets `bin/`
 * @param {NodeJS.ProcessEnv} env
 * @param {(detail: string) => void} detail told what has been built so far
 */
export async function buildFromSource(folder, env, detail) {
  if (findFolder("go", env) === undefined) throw new Error("no go on PATH");
  const printed = await runCommand("go", ["env", "GOVERSION"], { cwd: here, env });
  const version = printed.trim().replace(/^go/, "");
  // With GOTOOLCHAIN=auto an older Go fetches the one that go.mod asks for and reports that one here.
  if (!isAtLeast(`${version}.0`, minimumGo))
    throw new Error(`go is version ${version}, at least ${minimumGo} is needed`);

  let downloaded = 0;
  let compiled = 0;
  /** @param {string} line */
  const count = line => {
    if (line.startsWith("go: downloading")) downloaded++;
    else compiled++;
    detail(`${downloaded} modules downloaded, ${compiled} packages compiled`);
  };
  const ldflags = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${engineVersion}`;
  const flags = ["-trimpath", "-mod=readonly", "-tags", "osusergo,grpcnotrace", "-ldflags", ldflags];
  for (const [name, source] of [
    ["pulumi", commandLine],
    ["pulumi-language-nodejs", languageHost],
  ]) {
    const output = join(folder, "bin", executable(name));
    await runCommand("go", ["build", "-v", ...flags, "-o", output, source], {
      cwd: here,
      env,
      onLine: count,
    });
  }
}
