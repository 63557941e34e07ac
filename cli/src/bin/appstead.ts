#!/usr/bin/env node
import { enableCompileCache } from "node:module";

const requiredNode = 24;

// Nothing else is loaded before this check: older versions fail on the first file with a text that helps nobody.
if (Number(process.versions.node.split(".")[0]) < requiredNode) {
  process.stderr.write(
    `appstead: needs Node ${requiredNode} or newer, this is ${process.version}; in a checkout \`npx appstead\` uses the one that npm installed\n`,
  );
  process.exitCode = 1;
} else {
  enableCompileCache();
  const { main }: typeof import("../main") = require("../main");
  main(process.argv.slice(2)).then(code => {
    process.exitCode = code;
  });
}
