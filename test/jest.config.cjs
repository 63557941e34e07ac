const { availableParallelism } = require("node:os");

// Tests import packages by name from their built output; only test files and ESM-only dependencies are transformed.
const esmOnly = [
  "ky",
  "jose",
  "commander",
  "@clack",
  "node-fetch",
  "data-uri-to-buffer",
  "fetch-blob",
  "formdata-polyfill",
];

module.exports = {
  rootDir: __dirname,
  testEnvironment: "node",
  setupFiles: ["<rootDir>/harness/errors-of-all-realms.cjs"],
  testMatch: ["**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
  modulePathIgnorePatterns: ["<rootDir>/dist"],
  transform: {
    "^.+\\.(ts|js|mjs)$": [
      "@swc/jest",
      { jsc: { target: "es2023" }, module: { type: "commonjs" }, sourceMaps: "inline" },
    ],
  },
  transformIgnorePatterns: [
    `/node_modules/(?!(${esmOnly.join("|")})/)`,
    "/(sdk|provider|policies|server|docstore|cli)/dist/",
  ],
  // Much of the time is spent waiting for an engine, so two files run at once even on a small machine.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  testTimeout: 60_000,
};
