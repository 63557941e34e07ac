import { z } from "zod";

/** Configuration of an app's email/password provider. */
const passwordProviderSchema = z.object({
  autoConfirm: z.boolean().default(false),
  runConfirmationFunction: z.boolean().default(false),
  confirmationFunctionName: z.string().optional(),
  confirmationFunctionId: z.string().optional(),
  runResetFunction: z.boolean().default(false),
  resetFunctionName: z.string().optional(),
  resetFunctionId: z.string().optional(),
});

/** A function that the configuration names, by id or by name. */
export interface FunctionReference {
  readonly id?: string;
  readonly name?: string;
}

/** How addresses are confirmed and passwords reset. */
export interface PasswordProvider {
  readonly confirm: "automatically" | "by mail" | FunctionReference;
  readonly reset: "by mail" | FunctionReference;
}

/** Reads the `config` of an auth provider of type `local-userpass`. */
export function readPasswordProvider(config: unknown): PasswordProvider {
  const read = passwordProviderSchema.parse(config ?? {});
  const confirmation = { id: read.confirmationFunctionId, name: read.confirmationFunctionName };
  const reset = { id: read.resetFunctionId, name: read.resetFunctionName };
  return {
    confirm: read.autoConfirm
      ? "automatically"
      : read.runConfirmationFunction
        ? present(confirmation)
        : "by mail",
    reset: read.runResetFunction ? present(reset) : "by mail",
  };
}

// Configurations carry an empty text where nothing was chosen.
function present({ id, name }: FunctionReference): FunctionReference {
  return { ...(id ? { id } : {}), ...(name ? { name } : {}) };
}
