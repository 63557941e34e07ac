import { z } from "zod";
import type { Samples } from "../../definition/kind";
import { providerFields } from "./record";

/** Inputs of log-in with API keys. */
export const apiKey = z.strictObject(providerFields("api-key", "log-in with API keys; exists on every app."));

/** Samples of log-in with API keys. */
export const apiKeySamples: Samples<z.input<typeof apiKey>> = {
  minimal: { type: "api-key" },
  full: { type: "api-key", name: "api-key", disabled: false },
  update: { type: "api-key", name: "api-key", disabled: true },
};
