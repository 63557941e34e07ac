#!/usr/bin/env node
"use strict";

// This file exists before the first build, so that `npm install` can link the command.
try {
  require("../dist/bin/appstead.js");
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND" || !error.message.includes("dist/bin/appstead.js")) throw error;
  console.error("appstead: this checkout is not built yet; run `npm run build` first");
  process.exitCode = 1;
}
