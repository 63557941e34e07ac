import { readFileSync } from "node:fs";
import { join } from "node:path";

const manifest: { version: string } = JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8"));

/** Version of the service: that of its package. */
export const serviceVersion = manifest.version;
