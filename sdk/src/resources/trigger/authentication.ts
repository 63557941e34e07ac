import { z } from "zod";
import { field } from "../../definition/traits";
import { source, triggerFields } from "./record";

const providers = [
  "anon-user",
  "local-userpass",
  "api-key",
  "oauth2-apple",
  "oauth2-google",
  "oauth2-facebook",
  "custom-token",
  "custom-function",
] as const;

/** Inputs of an authentication trigger. */
export const authenticationTrigger = z.strictObject({
  ...triggerFields("AUTHENTICATION", "fires when users are created, log in or are deleted."),
  config: field(
    z.strictObject({
      operation_type: field(z.enum(["LOGIN", "CREATE", "DELETE"]), { description: "What users do.", source }),
      providers: field(z.array(z.enum(providers)).min(1, "needs at least one provider type"), {
        description: "Types of the auth providers that count.",
        unordered: true,
        source,
      }),
    }),
    { description: "When the trigger fires.", source },
  ),
});
