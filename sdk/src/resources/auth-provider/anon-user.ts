import { z } from "zod";
import type { Samples } from "../../definition/kind";
import { providerFields } from "./record";

/** Inputs of anonymous log-in. */
export const anonUser = z.strictObject(providerFields("anon-user", "log-in without credentials."));

/** Samples of anonymous log-in. */
export const anonUserSamples: Samples<z.input<typeof anonUser>> = {
  minimal: { type: "anon-user" },
  full: { type: "anon-user", name: "anon-user", disabled: false },
  update: { type: "anon-user", name: "anon-user", disabled: true },
};
