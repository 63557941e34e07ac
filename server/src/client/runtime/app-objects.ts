import { z } from "zod";
import type { ConfigObject } from "../../config/config-store";

/** A function of an app as a call needs it. */
export type AppFunction = z.output<typeof functionSchema> & { readonly id: string };

/** A value of an app. */
export type AppValue = z.output<typeof valueSchema>;

/** An auth provider of an app. */
export type AppAuthProvider = z.output<typeof authProviderSchema> & { readonly id: string };

const functionSchema = z.object({
  name: z.string(),
  private: z.boolean().default(false),
  source: z.string(),
  run_as_system: z.boolean().default(false),
  run_as_user_id: z.string().optional(),
  run_as_user_id_script_source: z.string().optional(),
  can_evaluate: z.union([z.boolean(), z.record(z.string(), z.unknown())]).optional(),
  disable_arg_logs: z.boolean().default(false),
});

const valueSchema = z.object({ from_secret: z.boolean().default(false), value: z.unknown() });

const authProviderSchema = z.object({
  type: z.string(),
  disabled: z.boolean().default(false),
  config: z.record(z.string(), z.unknown()).optional(),
});

export const readFunction = ({ id, record }: ConfigObject): AppFunction => ({
  ...functionSchema.parse(record),
  id,
});

export const readValue = ({ record }: ConfigObject): AppValue => valueSchema.parse(record);

export const readAuthProvider = ({ id, record }: ConfigObject): AppAuthProvider => ({
  ...authProviderSchema.parse(record),
  id,
});
