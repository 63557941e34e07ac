// Loaded before everything else, because the modules after it do not load on an older Node.
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  throw new Error(`@appstead/server needs Node ${oldest} or newer, this is ${process.version}`);
}
