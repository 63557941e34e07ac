import { z } from "zod";
import { idOf, type Samples } from "../../definition/kind";
import { reference } from "../../definition/parts";
import { field } from "../../definition/traits";
import { providerFields, source } from "./record";

/** Inputs of log-in by a function. */
export const customFunction = z.strictObject({
  ...providerFields("custom-function", "a function decides who logs in."),
  config: field(
    z.strictObject(
      reference("Function", "authFunction", {
        camel: true,
        describe: "the function that returns the user's external id",
        source,
      }),
    ),
    { description: "Settings of the provider.", source },
  ),
});

/** Samples of log-in by a function. */
export const customFunctionSamples: Samples<z.input<typeof customFunction>> = {
  minimal: { type: "custom-function", config: { authFunctionName: "checkTicket" } },
  full: {
    type: "custom-function",
    name: "custom-function",
    disabled: false,
    config: { authFunctionName: "checkTicket" },
  },
  update: {
    type: "custom-function",
    name: "custom-function",
    disabled: true,
    config: { authFunctionName: "checkBadge" },
  },
  steps: {
    "config.authFunctionId": {
      type: "custom-function",
      config: { authFunctionId: idOf("Function", "checkBadge") },
    },
  },
};
