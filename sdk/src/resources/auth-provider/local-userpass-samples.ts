import type { z } from "zod";
import { idOf, type Samples } from "../../definition/kind";
import type { localUserpass } from "./local-userpass";

type Inputs = z.input<typeof localUserpass>;

const fullConfig: Inputs["config"] = {
  autoConfirm: false,
  emailConfirmationUrl: "https://shop.example.com/confirm",
  confirmEmailSubject: "Confirm your account",
  runConfirmationFunction: true,
  confirmationFunctionName: "confirmUser",
  resetPasswordUrl: "https://shop.example.com/reset",
  resetPasswordSubject: "Reset your password",
  runResetFunction: true,
  resetFunctionName: "resetPassword",
};

const withConfig = (config: Inputs["config"]): Inputs => ({
  type: "local-userpass",
  name: "local-userpass",
  disabled: false,
  config,
});

/** Samples of log-in with email and password. */
export const localUserpassSamples: Samples<Inputs> = {
  minimal: {
    type: "local-userpass",
    config: { autoConfirm: true, resetPasswordUrl: "https://shop.example.com/reset" },
  },
  full: withConfig(fullConfig),
  update: {
    type: "local-userpass",
    name: "local-userpass",
    disabled: true,
    config: {
      autoConfirm: true,
      emailConfirmationUrl: "https://store.example.com/confirm",
      confirmEmailSubject: "Welcome to the store",
      runConfirmationFunction: false,
      confirmationFunctionName: "confirmUserByPhone",
      resetPasswordUrl: "https://store.example.com/reset",
      resetPasswordSubject: "Your new password",
      runResetFunction: false,
      resetFunctionName: "resetPasswordByPhone",
    },
  },
  steps: {
    "config.autoConfirm": withConfig({ ...fullConfig, autoConfirm: true, runConfirmationFunction: false }),
    "config.confirmationFunctionId": withConfig({
      autoConfirm: false,
      runConfirmationFunction: true,
      confirmationFunctionId: idOf("Function", "confirmUserByPhone"),
      resetPasswordUrl: "https://shop.example.com/reset",
    }),
    "config.resetFunctionId": withConfig({
      emailConfirmationUrl: "https://shop.example.com/confirm",
      runResetFunction: true,
      resetFunctionId: idOf("Function", "resetPasswordByPhone"),
    }),
  },
};
