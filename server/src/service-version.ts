import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifest = z.object({ version: z.string() });

/** Version of the service: that of its package. */
export const serviceVersion = manifest.parse(
  JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8")),
).version;
