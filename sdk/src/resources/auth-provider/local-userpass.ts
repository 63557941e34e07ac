import { z } from "zod";
import type { InputIssue } from "../../definition/kind";
import { flag, reference, text } from "../../definition/parts";
import { field } from "../../definition/traits";
import { providerFields, source } from "./record";

const subject = (description: string) =>
  field(z.string().max(256, "must be at most 256 characters long"), { description, source }).optional();
const functionPair = <const S extends string>(stem: S, describe: string) =>
  reference("Function", stem, { camel: true, required: false, describe, source });

/** Inputs of log-in with email and password. */
export const localUserpass = z.strictObject({
  ...providerFields("local-userpass", "log-in with email and password."),
  config: field(
    z.strictObject({
      autoConfirm: flag("Whether new users are confirmed at once.", { default: "false", source }).optional(),
      emailConfirmationUrl: text("Page that the confirmation link in the email leads to.", {
        source,
      }).optional(),
      confirmEmailSubject: subject("Subject of the confirmation email."),
      runConfirmationFunction: flag("Whether a function confirms new users.", {
        default: "false",
        source,
      }).optional(),
      ...functionPair("confirmationFunction", "the function that confirms new users"),
      resetPasswordUrl: text("Page that the reset link in the email leads to.", { source }).optional(),
      resetPasswordSubject: subject("Subject of the reset email."),
      runResetFunction: flag("Whether a function resets passwords.", { default: "false", source }).optional(),
      ...functionPair("resetFunction", "the function that resets passwords"),
    }),
    {
      description:
        "How users are confirmed (at once, by email or by a function) and how passwords are reset (by email or by a function).",
      source,
    },
  ),
});

type Config = z.output<typeof localUserpass>["config"];

/** Exactly one way to confirm users and one to reset passwords: a flag chooses, without one it is email. */
export function localUserpassIssues(config: Config): InputIssue[] {
  return [...confirmationIssues(config), ...resetIssues(config)];
}

function confirmationIssues(config: Config): InputIssue[] {
  const at = (key: string, message: string) => [{ path: ["config", key], message }];
  if (config.autoConfirm && config.runConfirmationFunction) {
    return at("autoConfirm", "give only one of autoConfirm and runConfirmationFunction");
  }
  if (config.autoConfirm) return [];
  if (config.runConfirmationFunction) {
    const named = config.confirmationFunctionId ?? config.confirmationFunctionName;
    return named
      ? []
      : at("confirmationFunctionName", "is required, because runConfirmationFunction is true");
  }
  if (config.emailConfirmationUrl) return [];
  return at(
    "autoConfirm",
    "users need a way to be confirmed: set autoConfirm, runConfirmationFunction or emailConfirmationUrl",
  );
}

function resetIssues(config: Config): InputIssue[] {
  const at = (key: string, message: string) => [{ path: ["config", key], message }];
  if (config.runResetFunction) {
    const named = config.resetFunctionId ?? config.resetFunctionName;
    return named ? [] : at("resetFunctionName", "is required, because runResetFunction is true");
  }
  return config.resetPasswordUrl
    ? []
    : at("resetPasswordUrl", "users need a way to reset passwords: set resetPasswordUrl or runResetFunction");
}
