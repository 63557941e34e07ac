// Who may import whom. A package is imported by its name, which resolves to its folder through the workspace's links.

/** What each package may import of ours, beside itself. Everything else of ours is forbidden. */
const allowed = {
  sdk: [],
  docstore: [],
  provider: ["sdk"],
  policies: ["sdk"],
  server: ["sdk", "docstore"],
  cli: ["sdk", "server"],
  bench: ["sdk", "docstore", "provider", "policies", "server", "cli"],
  examples: ["sdk", "provider", "policies"],
};
const ours = [...Object.keys(allowed), "test", "scripts", "tools"];

const boundaries = Object.entries(allowed).map(([name, targets]) => {
  const forbidden = ours.filter(other => other !== name && !targets.includes(other));
  return {
    name: `${name}-imports-only-${targets.join("-and-") || "itself"}`,
    severity: "error",
    comment: `${name} may import ${targets.join(", ") || "nothing of ours"}`,
    from: { path: `^${name}/` },
    to: { path: `^(node_modules/@appstead/)?(${forbidden.join("|")})/` },
  };
});

module.exports = {
  forbidden: [
    ...boundaries,
    {
      name: "nobody-imports-tests-or-examples",
      severity: "error",
      from: { pathNot: "^(test|examples)/" },
      to: { path: "^(test|examples)/" },
    },
    {
      name: "tests-import-packages-by-name",
      severity: "error",
      comment: "tests run what is shipped: the built package, not its sources",
      from: { path: "^test/" },
      to: { path: "^(sdk|docstore|provider|policies|server|cli|bench)/src/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolved-imports",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "/dist/"] },
    exclude: { path: ["/dist/.*\\.d\\.ts$", "^\\.appstead/", "^tools/pulumi/language-host/"] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
